// Cities of Europe: name, country, latitude, longitude, inhabitants in thousands (city and suburbs, rounded), altitude
// in metres, climate (Köppen), c for a capital, and a sight. They were written for this demo and are correct to about
// one digit.

export const EUROPE = `
Amsterdam|NL|52.37|4.90|2500|-2|Cfb|c|Canals in rings, bicycles and a harbour behind the dikes
Athens|GR|37.98|23.73|3100|70|Csa|c|The Acropolis above a plain that opens to the sea
Barcelona|ES|41.39|2.17|4800|12|Csa||A port on the Mediterranean with the unfinished church of Gaudí
Belfast|GB|54.60|-5.93|640|5|Cfb||Shipyards at the end of a long bay
Belgrade|RS|44.82|20.46|1400|117|Cfa|c|A fortress where the Sava meets the Danube
Bergen|NO|60.39|5.32|270|12|Cfb||A harbour between seven mountains, and rain
Berlin|DE|52.52|13.40|3700|34|Cfb|c|Museums on an island in the river Spree
Bern|CH|46.95|7.45|420|540|Cfb|c|Arcades in a bend of the river Aare
Bilbao|ES|43.26|-2.93|900|19|Cfb||Steel and titanium on a tidal river
Birmingham|GB|52.48|-1.90|2600|140|Cfb||Canals of the first factories
Bordeaux|FR|44.84|-0.58|960|10|Cfb||Wine country along the river Garonne
Bratislava|SK|48.15|17.11|440|140|Cfb|c|A castle on the Danube, an hour from Vienna
Brno|CZ|49.20|16.61|380|220|Cfb||Functionalist houses under an old fortress
Brussels|BE|50.85|4.35|1200|30|Cfb|c|Guild houses on a great square
Bucharest|RO|44.43|26.10|1800|75|Cfa|c|Wide boulevards and a very large palace
Budapest|HU|47.50|19.04|1750|105|Cfb|c|Thermal baths on both banks of the Danube
Cardiff|GB|51.48|-3.18|480|10|Cfb|c|A castle in the park and a stadium by the river
Chișinău|MD|47.01|28.86|640|85|Dfb|c|Parks and wine cellars of limestone
Cluj-Napoca|RO|46.77|23.60|320|340|Dfb||Students among Gothic towers in Transylvania
Cologne|DE|50.94|6.96|1100|37|Cfb||Two cathedral spires over the Rhine
Copenhagen|DK|55.68|12.57|1370|10|Cfb|c|Harbour baths and a bridge to Sweden
Dublin|IE|53.35|-6.26|1270|20|Cfb|c|Georgian doors along the river Liffey
Dubrovnik|HR|42.65|18.09|42|3|Csa||White walls above the Adriatic sea
Edinburgh|GB|55.95|-3.19|540|47|Cfb|c|A castle on a volcanic rock and a festival in August
Florence|IT|43.77|11.26|380|50|Cfa||Renaissance painting and a dome of brick
Frankfurt|DE|50.11|8.68|770|112|Cfb||Banks in towers on the river Main
Gdańsk|PL|54.35|18.65|470|7|Cfb||Amber, cranes and brick churches at the Baltic sea
Geneva|CH|46.20|6.14|620|375|Cfb||A fountain in a lake below the Alps
Glasgow|GB|55.86|-4.25|1670|40|Cfb||Shipbuilders and art schools on the Clyde
Gothenburg|SE|57.71|11.97|600|12|Cfb||Trams to a port with islands before it
Graz|AT|47.07|15.44|290|353|Cfb||A clock tower on a hill in the middle of town
Hamburg|DE|53.55|9.99|1900|6|Cfb||Brick warehouses on the river Elbe
Helsinki|FI|60.17|24.94|1300|15|Dfb|c|Granite, saunas and ferries on the Baltic sea
Innsbruck|AT|47.27|11.40|130|574|Dfb||Ski jumps and a golden roof in the Alps
Istanbul|TR|41.01|28.98|15500|40|Csa||Domes and ferries on a strait between two continents
Kraków|PL|50.06|19.94|780|219|Cfb||A market square with a trumpet call every hour
Kyiv|UA|50.45|30.52|2950|170|Dfb|c|Golden domes above the Dnieper
Las Palmas|ES|28.12|-15.43|380|8|BWh||An island of spring weather in the Atlantic ocean
Leipzig|DE|51.34|12.37|610|113|Cfb||Bach, trade fairs and cotton mills
Lille|FR|50.63|3.06|1050|20|Cfb||Brick gables and a great flea market
Lisbon|PT|38.72|-9.14|2900|15|Csa|c|Seven hills, tiles and trams at the mouth of the Tagus
Liverpool|GB|53.41|-2.98|860|70|Cfb||Docks and the Beatles
Ljubljana|SI|46.06|14.51|290|295|Cfb|c|A dragon on the bridge and a castle above the market
London|GB|51.51|-0.13|9600|11|Cfb|c|Theatres, markets and underground trains on the Thames
Longyearbyen|NO|78.22|15.65|2|10|ET||Four months without sun, four months without night
Luxembourg|LU|49.61|6.13|130|300|Cfb|c|Bridges over deep valleys
Lviv|UA|49.84|24.03|720|296|Dfb||Coffee houses and cobblestones
Lyon|FR|45.76|4.84|1700|170|Cfa||Cooks and silk weavers where two rivers meet
Madrid|ES|40.42|-3.70|6700|657|Csa|c|Paintings in the Prado and late dinners
Málaga|ES|36.72|-4.42|970|11|Csa||A port and beaches in the sun of Andalusia
Manchester|GB|53.48|-2.24|2800|38|Cfb||Cotton, canals and football
Marseille|FR|43.30|5.37|1600|12|Csa||An old harbour and rocky coves on the Mediterranean
Milan|IT|45.46|9.19|3200|120|Cfa||Fashion and a cathedral of white marble
Minsk|BY|53.90|27.57|2000|220|Dfb|c|Rebuilt in straight avenues after the war
Moscow|RU|55.76|37.62|12600|156|Dfb|c|The Kremlin and metro stations like palaces
Munich|DE|48.14|11.58|1500|520|Cfb||Beer gardens and surfers on a river wave
Murmansk|RU|68.97|33.08|270|50|Dfc||The largest port north of the Arctic circle, free of ice
Naples|IT|40.85|14.27|3000|17|Csa||Pizza in sight of Vesuvius
Nice|FR|43.70|7.27|940|10|Csa||A promenade along pebble beaches
Odesa|UA|46.48|30.73|1000|40|Dfa||Stairs to a port on the Black Sea
Oslo|NO|59.91|10.75|1100|23|Dfb|c|Ski tracks above a fjord
Palermo|IT|38.12|13.36|850|14|Csa||Arab domes and street markets in Sicily
Paris|FR|48.86|2.35|11100|35|Cfb|c|Museums, bakeries and an iron tower on the Seine
Porto|PT|41.15|-8.61|1300|80|Csb||Port wine cellars and a bridge of iron over the Douro
Prague|CZ|50.08|14.44|1300|235|Cfb|c|A bridge with statues below a castle on the hill
Reykjavík|IS|64.15|-21.94|140|15|Cfc|c|Hot springs and northern lights
Riga|LV|56.95|24.11|610|6|Dfb|c|Art nouveau houses at the Baltic sea
Rome|IT|41.90|12.50|4300|37|Csa|c|The Colosseum, fountains and the Vatican next door
Rotterdam|NL|51.92|4.48|1000|0|Cfb||The largest port of Europe
Saint Petersburg|RU|59.93|30.34|5400|3|Dfb||The Hermitage and white nights on the Neva
Salzburg|AT|47.80|13.04|155|424|Cfb||Mozart was born below the fortress
Sarajevo|BA|43.86|18.41|420|518|Cfb|c|Coffee in copper pots between minarets and church towers
Seville|ES|37.39|-5.99|1100|7|Csa||Flamenco, oranges and a Gothic cathedral
Skopje|MK|42.00|21.43|530|240|Cfa|c|A stone bridge to an old bazaar
Sofia|BG|42.70|23.32|1290|550|Cfb|c|Roman ruins in the metro, a mountain behind the town
Stockholm|SE|59.33|18.07|1700|28|Dfb|c|Fourteen islands between a lake and the Baltic sea
Strasbourg|FR|48.57|7.75|500|142|Cfb||Half-timbered houses and a parliament on the Rhine
Stuttgart|DE|48.78|9.18|630|245|Cfb||Vineyards and engineers
Tallinn|EE|59.44|24.75|450|9|Dfb|c|A city wall with towers at the Baltic sea
Thessaloniki|GR|40.64|22.94|810|5|Csa||A white tower on the waterfront
Tirana|AL|41.33|19.82|600|110|Csa|c|Painted houses around a wide square
Tromsø|NO|69.65|18.96|77|10|Dfc||Northern lights over a bridge and a cathedral like ice
Turin|IT|45.07|7.69|1700|239|Cfa||Chocolate, cars and arcades before the Alps
Valencia|ES|39.47|-0.38|1600|15|BSk||Paella and a park in an old river bed
Valletta|MT|35.90|14.51|6|56|Csa|c|A fortress of yellow stone between two harbours
Venice|IT|45.44|12.32|260|1|Cfa||Palaces on canals in a lagoon
Vienna|AT|48.21|16.37|1950|190|Cfb|c|Coffee houses, waltzes and vineyards on the Danube
Vilnius|LT|54.69|25.28|580|112|Dfb|c|Baroque churches above two rivers
Warsaw|PL|52.23|21.01|1860|100|Dfb|c|An old town rebuilt from paintings
Zagreb|HR|45.81|15.98|770|158|Cfb|c|Trams, markets and a cathedral
Zürich|CH|47.37|8.54|1400|408|Cfb||Banks and swimmers at a clear lake
`;
