/** Words that carry no subject of their own: what is left over without them is something we do not know. */
const words = `
a an the of in on at to for from by with within without between among across into onto over under up down about around as is are was were be been being am
do does did doing done has have had having will would shall should can could may might must and or nor but if then than that this these those there here it its
i me my we us our you your he she they them their who whom whose which what when where why how much many more most less few some any all both each every no not
please give show me tell let get find list need want like know see look looking provide make create write draw plot display print send help could kindly just only also too
very really quite exactly about approximately roughly currently now today latest recent recently newest current next new old good bad big small high low large major
market markets marketplace industry industries sector sectors category categories segment segments product products goods item items fmcg cpg consumer retail wholesale trade
sale sales sell sells selling sold buy buys buying bought purchase purchases purchased purchasing spend spends spending spent pay paid cost costs price prices priced pricing
value values volume volumes size sizes sized figure figures number numbers amount amounts total totals data statistic statistics stat stats information info insight insights
report reports analysis study studies research question answer answers detail details detailed brief full complete quick simple short main key important relevant interesting
year years month months quarter quarters half week day period periods annual annually yearly monthly calendar fiscal time date dates date since ago until till during last past previous prior
average mean median rate rates level levels ratio percent percentage percentages share shares point points index per capita person people head population household households family families
country countries nation nations national continent continental african africa region regions place places area areas state world
increase increased decrease decreased grow grew grown growth rise rose risen fall fell fallen drop dropped change changes changed changing trend trends trending develop development
compare compared comparing comparison versus vs against difference different differ relative rank ranking ranked top bottom highest lowest biggest smallest best worst leading leader leaders
say said says mean means meant means understand explain explained describe described think expect expected happen happened happening going go gone come came coming become became take took taken
use used using user users usage consume consumed consuming consumption eat eats eaten drink drinks drunk drinking habit habits pattern patterns behaviour behavior
us usd dollar dollars currency money cash local lcu worth valued terms term real nominal current constant
one two three four five six seven eight nine ten twelve first second third
thanks thank hello hi hey ok okay yes no sure dear sir madam
chart graph table map line bar columns picture figure visual
company companies firm firms player players brand brands manufacturer manufacturers producer producers competitor competitors business businesses
think thoughts view views opinion idea ideas overall general generally typical typically usually specific particularly especially including include includes included exclude excluding
still yet already ever never always often sometimes again back out off through per via
feasible feasibility potential opportunity opportunities launch enter entering entry invest investing investment investor
summary summarise summarize overview outline snapshot profile picture story state status situation
january february march april may june july august september october november december mars juin mai
fast quickly slow strongly strong weak steady stable
million billion thousand k m bn
et le la les de du des un une en au aux pour par sur est sont quel quelle quels quelles combien comment avec dans ce cette ces que qui ou
o os as da das dos em no na nos nas um uma para por qual quais quanto quantos como com e
ya wa na kwa la za cha ni katika je nini gani ngapi nchi
`

const set = new Set(words.split(/\s+/).filter(Boolean))

/** True for a word that names no subject. */
export function isPlainWord(word: string): boolean {
  return word.length < 2 || set.has(word) || /^\d/.test(word) || /^[%$€£₵₦]$/.test(word)
}

/** Qualifiers that shoppers and briefs use and the panel does not tell apart. */
export const unheldQualifiers = new Set(
  'organic premium luxury halal kosher vegan vegetarian imported locally flavoured flavored sugarless decaf decaffeinated gluten natural herbal bio diet light zero fortified refillable biodegradable eco ecological sustainable reusable disposable adult kids children mens womens men women unisex generic private-label own-label branded unbranded loose craft artisanal frozen chilled canned bulk sachet economy mass prestige dairy-free lactose-free skimmed'.split(
    ' ',
  ),
)
