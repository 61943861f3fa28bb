import * as z from 'zod/mini'

/** The languages that questions are read and answered in. */
export const langs = ['en', 'fr', 'pt', 'sw', 'ar'] as const
export const lang = z.enum(langs)
export type Lang = z.output<typeof lang>
