/** Numbers both sides hold to. The product specification fixes those marked (spec). */
export const limits = {
  /** (spec) Shortest password accepted. */
  passwordMinLength: 8,
  /** Longest password accepted whole; longer is refused before any hashing. */
  passwordMaxLength: 128,
  /** (spec) Digits in a phone number. */
  phoneLength: 10,
  /** Characters in the longest phone number of a profile: those of E.164 with separators. */
  profilePhoneMaxLength: 20,
  /** (spec) Shortest name of a profile, and its other texts. */
  profileNameMinLength: 3,
  profileTextMinLength: 2,
  /** Most years of experience, and the digits of that. */
  experienceMaxYears: 80,
  experienceMaxDigits: 2,
  /** (spec) Digits in an age. */
  ageMaxDigits: 2,
  /** (spec) How long 'Settings Saved' shows. */
  savedNoticeMs: 3_000,
  /** Longest e-mail address (RFC 5321 path). */
  emailMaxLength: 254,
  /** Longest text of a profile or registration field. */
  fieldMaxLength: 120,
  /** Longest question, in UTF-16 units. */
  messageMaxLength: 4_000,
  /** Longest message to support. */
  supportMessageMaxLength: 5_000,
  /** How much of the last answer goes along with it; the rest is cut off. */
  supportAnswerMaxLength: 10_000,
  /** (spec) How long the notice of a sent message shows. */
  supportNoticeMs: 5_000,
  /** Longest title of a conversation. */
  titleMaxLength: 120,
  /** Largest JSON body, in bytes. */
  bodyMaxBytes: 65_536,
  /** (spec) How often the balance is read again. */
  creditsRefreshMs: 15_000,
  /** (spec) How long the notice of a mailed reset link shows. */
  resetNoticeMs: 3_000,
  /** (spec) How long 'Purchase in progress....' shows. */
  purchaseNoticeMs: 3_000,
  /** How long a finished purchase is told of. */
  purchaseDoneNoticeMs: 8_000,
  /** (spec) How long the login error notice shows. */
  loginNoticeMs: 3_000,
  /** (spec) The view scrolls to the bottom this long after a message. */
  scrollDelayMs: 100,
  /** (spec) Type-ahead waits this long. */
  typeAheadMs: 200,
  /** A comment line keeps a quiet stream open this often. */
  streamCommentMs: 15_000,
  /** Running answers one user may have at once. */
  runningTurnsPerUser: 3,
  /** Questions one user may send a minute, whatever they cost. */
  questionsPerMinute: 30,
  /** Answers one user may have for nothing; then the next question waits. */
  freeAnswersPerHour: 60,
  freeAnswersPerDay: 200,
  /** Calls of the query language one user may make, and the characters of one in its text form. */
  queriesPerMinute: 60,
  queriesPerDay: 2_000,
  queryTextMaxLength: 20_000,
  /** Event streams one user may have open at once, on one instance. */
  streamsPerUser: 10,
  /** How many of them may be those of screens: the rest is left to the answers that may run at once. */
  sessionStreamsPerUser: 7,
  /** Links to answers one user may have at once: as many as a list shows. */
  sharesMax: 200,
  /** Rows a page of history holds at most. */
  pageMaxRows: 100,
} as const
