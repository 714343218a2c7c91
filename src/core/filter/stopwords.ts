// Words that a text index can leave out: articles, pronouns, prepositions and the like, by language.
// The decision: short lists of our own, of words that say nothing about what a text is about; languages without a list
// are named in the collection's warnings.

const LISTS: Readonly<Record<string, string>> = {
  english: `a about above after again against all am an and any are as at be because been before being below between both
    but by can could did do does doing down during each few for from further had has have having he her here hers herself
    him himself his how i if in into is it its itself just me more most my myself no nor not now of off on once only or
    other our ours ourselves out over own same she should so some such than that the their theirs them themselves then
    there these they this those through to too under until up very was we were what when where which while who whom why
    will with would you your yours yourself yourselves`,
  german: `aber alle allem allen aller alles als also am an ander andere anderen anderer anderes auch auf aus bei bin bis bist
    da damit dann das dass dein deine dem den denn der des dich die dies diese diesem diesen dieser dieses dir doch dort du
    durch ein eine einem einen einer eines er es etwas euch euer eure für gegen gewesen hab habe haben hat hatte hatten hier
    hin hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im in indem ins ist ja jede jedem jeden jeder jedes jene jener
    kann kein keine keinem keinen keiner können könnte machen man manche mein meine mich mir mit muss nach nicht nichts noch
    nun nur ob oder ohne sehr sein seine seinem seinen seiner selbst sich sie sind so solche soll sondern sonst um und uns
    unser unsere unter viel vom von vor war waren was weil welche welcher wenn werde werden wer wie wieder will wir wird wo
    wollen zu zum zur zwar zwischen über`,
  french: `à ai aie as au aux avec avez avoir avons c ce ceci cela ces cet cette d dans de des du elle elles en es est et eu eux
    été être fait font furent il ils j je l la le les leur leurs lui m ma mais me même mes moi mon n ne nos notre nous on ont
    ou où par pas pour qu que quel quelle quelles quels qui s sa sans se sera ses si soi sommes son sont sous sur suis t ta te
    tes toi ton tu un une vos votre vous y étaient était étant`,
  spanish: `a al algo algunas algunos ante antes aquel aquella como con contra cual cuando de del desde donde durante e el ella
    ellas ellos en entre era eran eres es esa esas ese eso esos esta estaba estado estamos están estar este esto estos fue
    fueron ha había han hasta hay he la las le les lo los me mi mis mucho muchos muy más mí nada ni no nos nosotros nuestra
    nuestro o os otra otras otro otros para pero poco por porque que quien quienes qué se sea ser si sido sin sobre son su
    sus suya suyo sí también tanto te tenía tiene tienen todo todos tu tus tú un una uno unos vosotros y ya yo él`,
  italian: `a ad agli ai al alla alle allo anche avere aveva avevano c che chi ci come con contro cui da dagli dai dal dalla dalle
    dallo degli dei del dell della delle dello di dove e ed era erano essere fu gli ha hai hanno ho i il in io l la le lei li
    lo loro lui ma mi mia mie miei mio ne negli nei nel nella nelle nello noi non nostra nostro o per perché più quale quanta
    quanto quella quelle quelli quello questa queste questi questo se sei si sia siamo sono sta su sua sue sugli sui sul sulla
    sulle suo suoi ti tra tu tua tuo tutti tutto un una uno vi voi vostra vostro è`,
  portuguese: `a à ao aos aquela aquele aquilo as às até com como da das de dela dele deles depois do dos e é ela elas ele eles em
    entre era eram essa esse esta está estão estava este eu foi foram há isso isto já lhe lhes mais mas me mesmo meu minha
    muito na não nas nem no nos nós nossa nosso num numa o os ou para pela pelas pelo pelos por qual quando que quem são se
    seja sem ser será seu seus só sua suas também te tem têm teu tinha tu tua um uma você vocês`,
  dutch: `aan al alles als altijd andere ben bij daar dan dat de der deze die dit doch doen door dus een eens en er ge geen haar had
    heb hebben heeft hem het hier hij hoe hun iemand iets ik in is ja je kan kon kunnen maar me meer men met mij mijn moet na
    naar niet niets nog nu of om omdat ons ook op over reeds te tegen toch toen tot u uit uw van veel voor want waren was wat
    we wel werd wezen wie wij wil worden zal ze zei zelf zich zij zijn zo zonder zou`,
  swedish: `alla allt att av blev bli blir då de dem den denna deras dess det detta dig din dina ditt du där efter ej eller en er
    ett från för ha hade han hans har henne hennes hon honom hur här i icke in ingen inom inte jag ju kan kunde man med mellan
    men mig min mina mitt mot mycket ni nu när någon något några och om oss på samma sedan sig sin sina själv skulle som så
    till under upp ut utan vad var vara varför varit varje vars vem vi vid vilken än är över`,
  danish: `ad af alle alt anden at blev blive bliver da de dem den denne der deres det dette dig din disse dog du efter eller en end
    er et for fra ham han hans har havde have hende hendes her hos hun hvad hvis hvor i ikke ind jeg jer jo kunne man mange med
    meget men mig min mine mit mod ned noget nogle nu når og også om op os over på selv sig sin sine sit skal skulle som sådan
    thi til ud under var vi vil ville vor være været`,
  norwegian: `alle at av bare begge ble bli blir blitt både da de deg dem den denne der dere deres det dette di din disse du eller en
    enn er et etter for fordi fra før ha hadde han hans har henne hennes her hun hva hvem hver hvilken hvis hvor hvordan
    hvorfor i ikke ingen inn jeg kan kom kun kunne man mange med meg meget mellom men mer min mine mitt mot mye nå når noe noen
    og også om opp oss over på samme seg selv si sin sine sitt skal skulle slik som så til um under ut uten var vår være vært
    vi vil ville`,
  finnish: `ei eivät emme en et ette että he heidän heidät heille hän hänen hänet hänelle itse ja johon joita joka jos jotka kanssa
    keiden kenen ketkä koska kuin kuka kun me meidän meille mikä mikäli minkä minun minut minä mitä mukaan mutta myös ne niiden
    niin niitä noin nuo nyt näiden nämä ole olemme olen olet olette oli olisi olivat olla on ovat se sekä sen siinä siitä sille
    sinun sinä sitä tai te teidän teille tuo tämä tämän tässä tätä vaan vaikka vai`,
  russian: `а без более бы был была были было быть в вам вас весь во вот все всего всех вы где да даже для до его ее её если есть еще
    ещё же за здесь и из или им их к как какая какой когда кто ли либо мне может мы на над надо наш не него нее нет ни них но
    ну о об однако он она они оно от очень по под при с сам свою себя со так такой также там те тем то того тоже той только том
    ты у уже хотя чего чей чем что чтобы чье эта эти это этого этой этом этот я`,
  turkish: `acaba ama ancak arada artık aslında az bana bazı belki ben beni benim bile bir biri biz bize bizim bu buna bunda bundan
    bunlar bunu bunun çok çünkü da daha de defa diye eğer en gibi hem hep hepsi her hiç için ile ise kez ki kim kimse mı mi mu
    mü nasıl ne neden nerede niçin niye o olan olarak oldu olduğu ona ondan onlar onu onun sanki sen seni senin siz şey şu
    tüm ve veya ya yani`,
};

/** Returns null for a language without a list. */
export function stopwordsOf(language: string): readonly string[] | null {
  const name = language.toLowerCase();
  return Object.hasOwn(LISTS, name) ? LISTS[name]!.split(/\s+/) : null;
}

export const STOPWORD_LANGUAGES = Object.keys(LISTS);
