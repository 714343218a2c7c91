// Stop words: Catalan. The list is that of the package stopword (MIT).
export const WORDS = `
  a abans ací ah així això al aleshores algun alguna algunes alguns alhora allà allí allò als altra altre
  altres amb ambdues ambdós apa aquell aquella aquelles aquells aquest aquesta aquestes aquests aquí baix
  cada cadascuna cadascunes cadascuns cadascú com contra d'un d'una d'unes d'uns dalt de del dels des
  després dins dintre donat doncs durant e eh el els em en encara ens entre eren es esta estaven esteu
  està estàvem estàveu et etc ets fins fora gairebé ha han has havia he hem heu hi ho i igual iguals ja
  l'hi la les li li'n llavors m'he ma mal malgrat mateix mateixa mateixes mateixos me mentre meu meus meva
  meves molt molta moltes molts mon mons més n'he n'hi ne ni no nogensmenys només nosaltres nostra nostre
  nostres o oh oi on pas pel pels per perquè però poc poca pocs poques potser propi qual quals quan quant
  que quelcom qui quin quina quines quins què s'ha s'han sa semblant semblants ses seu seus seva seves si
  sobre sobretot solament sols son sons sota sou sóc són t'ha t'han t'he ta tal també tampoc tan tant
  tanta tantes teu teus teva teves ton tons tot tota totes tots un una unes uns us va vaig vam van vas veu
  vosaltres vostra vostre vostres érem éreu és
`;
