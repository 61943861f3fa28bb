/**
 * The walls between the rooms: web → contract, charts ← server; inside a side main → app → features → platform.
 * scripts/check-walls.ts runs this and fails when it read too little; scripts/walls.test.ts proves that each rule fires.
 */
const FEATURES =
  'landing|auth|account|social|profile|settings|support|insights|analyst|credits|payments|chat|research|admin'

/** Who may ask whom for something, always by the door. `admin` may ask everybody. */
const MAY_ASK = {
  profile: ['auth'],
  account: ['auth'],
  social: ['auth'],
  payments: ['credits'],
  analyst: ['insights'],
  chat: ['analyst', 'credits'],
  research: ['analyst', 'credits', 'insights'],
}

/** Each outside library has one door. Tests may use them to look behind it. */
const LIBRARY_DOORS = {
  duckdb: ['@duckdb/', '^src/server/insights/warehouse'],
  'model-sdk': ['@ai-sdk/|/ai/', '^src/server/analyst/model'],
  argon2: ['@node-rs/argon2/', '^src/server/auth/'],
  jose: ['jose/', '^src/server/social/'],
  nodemailer: ['nodemailer/', '^src/server/platform/mail'],
  'pg-boss': ['pg-boss/', '^src/server/platform/jobs'],
  pino: ['pino/', '^src/server/platform/log'],
  pg: ['pg/', '^src/server/(platform/|[a-z]+\\.ts$)'],
  'rate-limiter': ['rate-limiter-flexible/', '^src/server/platform/'],
  'fastify-plugins': ['@fastify/', '^src/server/(platform/|app\\.ts)'],
  resvg: ['@resvg/', '^src/server/analyst/export/'],
  'excel-writer': ['write-excel-file/', '^src/server/platform/'],
  pdfkit: ['pdfkit/', '^src/server/payments/receipt'],
  'qr-code': ['uqr/', '^src/web/account/'],
  'base-ui': ['@base-ui/', '^src/web/ui/'],
  wouter: ['wouter/', '^src/web/'],
  'pg-copy': ['pg-copy-streams/', '^src/server/platform/backup/'],
  'icu-messages': ['intl-messageformat/', '^src/server/analyst/answer/messages'],
  d3: ['d3-[a-z]+/', '^src/charts/'],
}

const TEST = '\\.test\\.tsx?$|^src/server/(insights/query/)?testing/'

const libraryDoors = Object.entries(LIBRARY_DOORS).map(([name, [packages, door]]) => ({
  name: `one-door-for-${name}`,
  severity: 'error',
  comment: 'An outside library is met in one place, so that it can be replaced there.',
  from: { path: '^src/', pathNot: `${door}|${TEST}` },
  to: { path: `node_modules/(@types/)?(${packages})` },
}))

const featurePairs = ['server', 'web'].flatMap(side =>
  FEATURES.split('|')
    .filter(feature => feature !== 'admin')
    .map(feature => ({
      name: `${side}-${feature}-asks-only-its-own`,
      severity: 'error',
      comment: 'Features meet only where the map allows it; to reach upward, be handed a function.',
      from: { path: `^src/${side}/${feature}/`, pathNot: TEST },
      to: {
        path: `^src/${side}/(${FEATURES})/`,
        pathNot: `^src/${side}/(${[feature, ...(MAY_ASK[feature] ?? [])].join('|')})/`,
      },
    })),
)

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-circle',
      severity: 'error',
      comment: 'Modules that import each other, if only by type, cannot be understood apart.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolved',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '\\.(css|svg|woff2)$' },
    },
    {
      name: 'contract-knows-nobody',
      severity: 'error',
      comment: 'What both sides agree on imports zod, nothing else.',
      from: { path: '^src/contract/', pathNot: TEST },
      to: { pathNot: '^src/contract/|node_modules/zod/' },
    },
    {
      name: 'charts-are-pure',
      severity: 'error',
      comment: 'Charts draw on the screen and in the exported report alike: no DOM library, no Node.',
      from: { path: '^src/charts/', pathNot: TEST },
      to: { pathNot: '^src/(charts|contract)/|node_modules/(@types/)?d3-' },
    },
    {
      name: 'web-never-meets-server',
      severity: 'error',
      from: { path: '^src/web/' },
      to: { path: '^src/server/' },
    },
    {
      name: 'server-never-meets-web',
      severity: 'error',
      from: { path: '^src/server/' },
      to: { path: '^src/web/' },
    },
    {
      name: 'web-has-no-node',
      severity: 'error',
      from: { path: '^src/web/', pathNot: TEST },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'platform-knows-no-feature',
      severity: 'error',
      comment: 'The platform is handed what it needs from above.',
      from: { path: '^src/(server|web)/platform/', pathNot: TEST },
      to: { path: `^src/(server|web)/((${FEATURES})/|app/|(main|serve|app|worker|admin-process)\\.tsx?$)` },
    },
    {
      name: 'features-know-no-composition',
      severity: 'error',
      from: { path: `^src/(server|web)/(${FEATURES})/`, pathNot: TEST },
      to: { path: '^src/(server|web)/(app/|(main|serve|app|worker|admin-process)\\.tsx?$)' },
    },
    {
      name: 'enter-by-the-door',
      severity: 'error',
      comment: 'A feature is entered by <feature>/<feature>.ts only.',
      from: { path: `^src/server/(${FEATURES})/` },
      to: {
        path: `^src/server/(${FEATURES})/`,
        pathNot: ['^src/server/$1/', '^src/server/([^/]+)/\\1\\.ts$'],
      },
    },
    {
      name: 'composition-uses-doors-routes-and-jobs',
      severity: 'error',
      from: { path: '^src/server/(main|serve|app|worker|admin-process)\\.ts$' },
      to: {
        path: `^src/server/(${FEATURES})/`,
        pathNot: ['^src/server/([^/]+)/\\1\\.ts$', '^src/server/[^/]+/(routes|jobs)\\.ts$'],
      },
    },
    {
      name: 'tables-stay-home',
      severity: 'error',
      comment: 'Nobody else reads or writes the tables that a feature owns.',
      from: { path: '^src/server/([^/]+)/' },
      to: { path: '^src/server/[^/]+/tables\\.ts$', pathNot: '^src/server/$1/' },
    },
    {
      name: 'tables-stay-home-from-composition',
      severity: 'error',
      from: { path: '^src/server/[^/]+\\.ts$' },
      to: { path: '/tables\\.ts$' },
    },
    {
      name: 'the-look-knows-no-feature',
      severity: 'error',
      comment: 'ui is the look: no feature, no contract, no data.',
      from: { path: '^src/web/ui/', pathNot: TEST },
      to: { path: '^src/', pathNot: '^src/web/ui/' },
    },
    {
      name: 'no-test-code-in-the-product',
      severity: 'error',
      from: { path: '^src/', pathNot: TEST },
      to: { path: TEST },
    },
    {
      name: 'server-runs-on-dependencies',
      severity: 'error',
      comment: 'A server installed with --omit=dev must run.',
      from: { path: '^src/server/', pathNot: TEST },
      to: {
        dependencyTypes: ['npm-dev'],
        dependencyTypesNot: ['type-only'],
        pathNot: 'node_modules/@types/',
      },
    },
    {
      name: 'listed-packages-only',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'only-known-rooms',
      severity: 'error',
      comment: 'A room bears one of the agreed names.',
      from: { path: '^src/(server|web)/' },
      to: {
        path: '^src/(server|web)/[^/]+/',
        pathNot: `^src/(server|web)/(${FEATURES}|platform|testing|app|ui|public)/`,
      },
    },
    ...featurePairs,
    ...libraryDoors,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.css$' },
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json', '.d.ts'],
    },
  },
}
