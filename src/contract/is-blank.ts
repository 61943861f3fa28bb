/** White space and what draws nothing. */
const nothingSeen = /^[\s\p{Cf}\p{Cc}\u115f\u1160\u3164\uffa0\u2800]*$/u

/** True for a text that says nothing: empty, white space, or signs that draw nothing. */
export const isBlank = (text: string): boolean => nothingSeen.test(text)
