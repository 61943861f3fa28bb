import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { dataFolder } from '../platform/data-folder.ts'

const lookalikes: Record<string, string> = {
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/** Without accents, and in letters of the usual width. */
export const bare = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '')

/** Bare, in small letters, with the letters that digits and signs stand in for. */
export const speltOut = (text: string): string =>
  bare(text)
    .toLowerCase()
    .replace(/[013457@$!]/g, sign => lookalikes[sign] ?? sign)

/** The same for whatever looks alike: a 1 may stand for an l or an i. */
export const folded = (text: string): string => speltOut(text).replaceAll('i', 'l')

/** As a password stands in the list: folded, and without the signs that stand for no letter. */
export const listedForm = (password: string): string => folded(password).replace(/[^\p{L}\p{N}]/gu, '')

const signsBefore = /^[^\p{L}\p{N}]+/u
const signsAfter = /[^\p{L}\p{N}]+$/u

/**
 * Whether a password is one of the hundred thousand commonest, also with signs put in, before or after it. Signs that make
 * up more than half of it carry strength of their own.
 */
export function isCommonPassword(password: string): boolean {
  const withoutEnd = password.replace(signsAfter, '')
  const leastLength = [...password].length / 2
  return [password, withoutEnd, withoutEnd.replace(signsBefore, '')]
    .map(listedForm)
    .some(form => form.length >= leastLength && commonPasswords().includes(`\n${form}\n`))
}

let list: string | undefined

/** One text, a password a line: a search through it takes a fraction of a millisecond, and a set a hundred times the memory. */
function commonPasswords(): string {
  list ??= gunzipSync(readFileSync(join(dataFolder('common-passwords'), 'passwords.txt.gz'))).toString()
  return list
}
