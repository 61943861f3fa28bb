import { speltOut } from './common-passwords.ts'

/**
 * Words that head every list of leaked passwords. The composition rules let 'Password1!' through; people who must add
 * a capital, a digit and a sign add them to one of these.
 */
const commonWords = new Set(
  `password passwort passw0rd pass passphrase passcode welcome letmein admin administrator root login master hello secret
  access test testing tester guest user default changeme change temp temporary trustno qwerty qwertyuiop qwertz azerty
  asdf asdfgh asdfghjkl zxcv zxcvbn zxcvbnm qazwsx qazwsxedc qweasd qweasdzxc abc abcd abcde abcdef abcdefg abcdefgh abcabc
  aaaa aaaaaa aaaaaaaa xxxx iloveyou iloveu loveyou lovely love lover loveme babygirl baby babyboy princess prince angel
  angels sunshine monkey dragon football soccer baseball basketball hockey tennis golf superman batman spiderman ironman
  pokemon pikachu naruto starwars master matrix shadow ninja samurai warrior killer hunter ranger freedom liberty
  whatever computer internet google facebook instagram twitter youtube microsoft windows samsung iphone apple android
  linkedin netflix amazon michael jordan jennifer jessica ashley daniel charlie thomas joshua matthew andrew anthony
  nicole michelle robert william george maggie ginger pepper cookie chocolate banana orange cheese flower summer winter
  spring autumn monday friday sunday january february march april june july august september october november december
  diamond golden silver purple yellow rainbow butterfly buster tigger hannah harley jasmine justin hunter mustang ferrari
  porsche mercedes corvette yamaha chelsea arsenal liverpool manchester united barcelona madrid juventus realmadrid
  jesus jesuschrist christ heaven blessing blessed blessings godisgood godislove grace faith hope amen church bible
  allah mohammed muhammad family mother father brother sister friends friend forever happy lucky money dollar business
  company office market sales manager support service server database oracle mysql system network security secure private
  public student teacher school college university london newyork america england africa ghana nigeria kenya southafrica
  accra lagos nairobi kumasi abuja kampala mombasa johannesburg capetown soko sokosoko sokomarket insight analyst
  mypassword mypass thepassword newpassword yourpassword loveyou qwe qaz wsx edc asd zaq zaqxsw
  onetwothree letmeinnow opensesame sesame blink fuckyou fuckoff asshole bitch sexy`
    .split(/\s+/)
    .filter(word => word !== ''),
)

/** True for a password that is a common word with ornaments, e.g. 'Password1!', 'P@ssw0rd2024#', 'Qwerty!23456'. */
export function isGuessablePassword(password: string): boolean {
  const plain = password.toLowerCase()
  return [plain, speltOut(plain)].some(text => candidatesIn(text).some(word => commonWords.has(word)))
}

/** The password bare of what is not a letter at its ends, and of it everywhere. */
function candidatesIn(text: string): string[] {
  const trimmed = text.replace(/^[^a-z]+|[^a-z]+$/g, '')
  const ornaments = text.length - trimmed.length
  // Long ornaments carry strength of their own, whatever the word.
  if (ornaments > 8) return []
  return [trimmed, trimmed.replace(/[^a-z]/g, ''), withoutLookalikeTail(text)]
}

/** 'passwordl' and 'passwordi' are 'password1' and 'password!' spelt as letters. */
const withoutLookalikeTail = (text: string) => text.replace(/[^a-z]/g, '').replace(/[li]+$/, '')
