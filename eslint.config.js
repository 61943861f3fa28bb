import tseslint from 'typescript-eslint'

/**
 * Biome lints; this holds only the two rules that need the compiler's types. A promise that nobody waits for loses its
 * error, and where money moves a lost error is a lost payment. Biome's own rule does not see overloads such as
 * `pool.query()`.
 */
export default tseslint.config(
  { ignores: ['dist/', 'var/', 'node_modules/', 'scripts/fixtures/', '**/*.{js,mjs,cjs}'] },
  {
    files: ['**/*.{ts,tsx}'],
    languageOptions: {
      parser: tseslint.parser,
      parserOptions: {
        project: [
          'src/contract/tsconfig.json',
          'src/charts/tsconfig.json',
          'src/server/tsconfig.json',
          'src/web/tsconfig.json',
        ],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    plugins: { '@typescript-eslint': tseslint.plugin },
    rules: {
      // Thenables too: a query of drizzle is one, and does not even run until somebody waits for it.
      '@typescript-eslint/no-floating-promises': [
        'error',
        {
          checkThenables: true,
          allowForKnownSafePromises: [{ from: 'package', package: 'fastify', name: 'FastifyReply' }],
        },
      ],
      '@typescript-eslint/no-misused-promises': [
        'error',
        { checksVoidReturn: { attributes: false, inheritedMethods: false } },
      ],
    },
  },
)
