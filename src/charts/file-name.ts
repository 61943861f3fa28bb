/** A file's name from a title: 'Diapers in Ghana: value, 2025' → 'diapers-in-ghana-value-2025.csv'. */
export function fileName(title: string, extension: string): string {
  const plain = title.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const words = plain.replace(/[^a-z0-9]+/g, '-').slice(0, 60)
  return `${words.replace(/^-|-$/g, '') || 'answer'}.${extension}`
}
