import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { argv } from 'node:process'
import { gzipSync } from 'node:zlib'
import { listedForm } from '../src/server/auth/common-passwords.ts'

/**
 * Writes data/common-passwords/passwords.txt.gz from a list of leaked passwords, the commonest first, one a line:
 * `node scripts/write-common-passwords.ts <file>`. What it keeps of them is said in the README beside it.
 */
const commonest = 100_000
const [file = ''] = argv.slice(2)
const listed = readFileSync(file, 'utf8').split(/\r?\n/).slice(0, commonest)
// The rules ask for a capital and a small letter, so a password with fewer than two letters is refused by them already.
const kept = listed.filter(password => (password.match(/\p{L}/gu) ?? []).length >= 2).map(listedForm)
const sorted = [...new Set(kept)].sort()
const text = `\n${sorted.join('\n')}\n`
const path = join(import.meta.dirname, '../data/common-passwords/passwords.txt.gz')
writeFileSync(path, gzipSync(text, { level: 9 }))
console.log(`${listed.length} passwords, of which ${sorted.length} forms can pass the rules`)
