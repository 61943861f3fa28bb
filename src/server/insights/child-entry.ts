import { fileURLToPath } from 'node:url'

/** File of a child process's entry: beside the bundle when bundled, else the source file beside this one. */
export const childEntry = (name: string): string =>
  fileURLToPath(new URL(`./${name}${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url))
