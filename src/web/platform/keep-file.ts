/** Hands a file to the browser to keep, as a download under a name. */
export function keepFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Some browsers start reading only after the click returned.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
