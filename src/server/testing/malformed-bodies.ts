/** Bodies that reach no handler. */
export const malformedBodies = [
  ['an array', '[]'],
  ['null', 'null'],
  ['a number', '42'],
  ['a text', '"email"'],
  ['nothing', ''],
  ['not JSON', '{"email":'],
  ['two values', '{"email":"a"}{}'],
  ['a comment', '{"email":"a"/**/}'],
  ['33 levels', `{"email":${'['.repeat(32)}${']'.repeat(32)}}`],
  ['30,000 levels', `{"email":${'['.repeat(30_000)}${']'.repeat(30_000)}}`],
  ['a repeated name', '{"email":"a@b.co","email":"c@d.co"}'],
  ['a repeated name in disguise', '{"email":"a@b.co","\\u0065mail":"c@d.co"}'],
  ['a repeated name further in', '{"email":"a","x":[{"y":1,"z":{"y":2},"y":3}]}'],
  ['__proto__', '{"email":"a","__proto__":{"isAdmin":true}}'],
  ['__proto__ in disguise', '{"email":"a","x":{"\\u005f_proto__":{}}}'],
] as const
