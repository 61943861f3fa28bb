/**
 * A text without the characters that turn the direction of writing: in a file, a receipt or a list they make one thing
 * look like another ('gpj.exe'), and spill over into what stands beside them. Arabic and Hebrew need none of them.
 */
export const withoutBidiControls = (text: string): string => text.replace(/\p{Bidi_Control}/gu, '')
