const article = 'ال'
/** Letters that stay of a word whose article is taken off. */
const leastAfterArticle = 3

/** Arabic letters that are written in several ways as one, without the article; words are compared so. */
export function foldArabic(word: string): string {
  const plain = word.replace(/ـ/g, '').replace(/[ىی]/g, 'ي').replace(/ة/g, 'ه').replace(/ک/g, 'ك')
  return plain.startsWith(article) && plain.length >= article.length + leastAfterArticle
    ? plain.slice(article.length)
    : plain
}

export const isArabic = (text: string) => /\p{Script=Arabic}/u.test(text)
