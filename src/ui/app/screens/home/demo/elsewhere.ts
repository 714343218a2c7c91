// Cities of Africa, the Americas and Oceania, in the format of `europe.ts`.

export const AFRICA = `
Abidjan|CI|5.36|-4.01|5600|18|Am||Bridges over a lagoon
Abuja|NG|9.08|7.40|3800|480|Aw|c|A planned capital below a great rock
Accra|GH|5.60|-0.19|2600|60|Aw|c|Surf boats and drums at the Gulf of Guinea
Addis Ababa|ET|9.03|38.74|5500|2355|Cwb|c|Coffee from where coffee began
Agadez|NE|16.97|7.99|120|520|BWh||A minaret of mud at the gate of the Sahara
Alexandria|EG|31.20|29.92|5500|5|BWh||A new library where the great one was
Algiers|DZ|36.75|3.06|2900|100|Csa|c|White houses up a hill from the bay
Antananarivo|MG|-18.88|47.51|3700|1280|Cwb|c|Stairs and rice fields in the highlands
Asmara|ER|15.32|38.93|1000|2325|BSk|c|Italian cafés on a cool plateau
Bamako|ML|12.64|-8.00|2900|350|Aw|c|Kora music on the Niger
Cairo|EG|30.04|31.24|22000|23|BWh|c|A thousand minarets, and the pyramids at the edge of town
Cape Town|ZA|-33.92|18.42|4800|10|Csb||A flat mountain above two oceans
Casablanca|MA|33.57|-7.59|3900|27|Csa||Art deco and a mosque above the Atlantic
Dakar|SN|14.72|-17.47|3400|22|BSh|c|The western end of Africa
Dar es Salaam|TZ|-6.79|39.21|7700|20|Aw||Dhows in a harbour on the Indian ocean
Djibouti|DJ|11.57|43.15|600|10|BWh|c|A hot port near a lake of salt
Durban|ZA|-29.86|31.02|3200|8|Cfa||Surfers and curry on the Indian ocean
Freetown|SL|8.47|-13.23|1300|25|Am|c|Green hills above white beaches
Harare|ZW|-17.83|31.05|1600|1490|Cwb|c|Jacarandas in October
Johannesburg|ZA|-26.20|28.05|6200|1750|Cwb||Gold mines under a city of trees
Kampala|UG|0.35|32.58|3800|1190|Af|c|Seven hills near the sources of the Nile
Khartoum|SD|15.50|32.56|6300|382|BWh|c|Where the White Nile meets the Blue
Kigali|RW|-1.94|30.06|1250|1567|Aw|c|Clean streets on a thousand hills
Kinshasa|CD|-4.44|15.27|16300|280|Aw|c|Rumba on the river Congo
Lagos|NG|6.52|3.38|15900|10|Aw||Films, music and traffic on a lagoon
Luanda|AO|-8.84|13.23|9000|6|BSh|c|A bay and an oil harbour
Lusaka|ZM|-15.39|28.32|3200|1280|Cwa|c|Markets on a wide plateau
Maputo|MZ|-25.97|32.57|1800|47|Aw|c|A railway station like a palace
Marrakesh|MA|31.63|-7.99|1050|466|BSh||Storytellers on a square of red walls
Mombasa|KE|-4.04|39.67|1400|50|Aw||An old fort of the Swahili coast
N'Djamena|TD|12.13|15.06|1600|298|BSh|c|Two rivers on the way to Lake Chad
Nairobi|KE|-1.29|36.82|5300|1795|Cwb|c|Lions within sight of towers
Nouakchott|MR|18.08|-15.98|1400|2|BWh|c|Fishing boats where the desert meets the ocean
Port Louis|MU|-20.16|57.50|150|10|Aw|c|Horse races below green peaks
Rabat|MA|34.02|-6.84|1900|75|Csa|c|A tower that was never finished
Tripoli|LY|32.89|13.19|1200|80|BSh|c|A Roman arch in the old town
Tunis|TN|36.81|10.18|2500|4|Csa|c|A medina near the ruins of Carthage
Victoria|SC|-4.62|55.45|27|10|Af|c|A small capital among giant tortoises
Windhoek|NA|-22.56|17.07|450|1655|BSh|c|Dry hills and a wide sky
Zanzibar City|TZ|-6.16|39.19|600|10|Aw||Carved doors and cloves
`;

export const NORTH_AMERICA = `
Anchorage|US|61.22|-149.90|290|31|Dfc||Mountains, moose and sea planes
Atlanta|US|33.75|-84.39|6100|320|Cfa||Trees and the busiest airport
Boston|US|42.36|-71.06|4900|43|Dfa||Universities around an old harbour
Calgary|CA|51.05|-114.07|1600|1045|Dfb||Rodeo in sight of the Rocky Mountains
Chicago|US|41.88|-87.63|9500|180|Dfa||The first skyscrapers, at a lake like a sea
Dallas|US|32.78|-96.80|7900|130|Cfa||Oil, cattle and highways
Denver|US|39.74|-104.99|3000|1609|BSk||Exactly a mile above the sea
Detroit|US|42.33|-83.05|4300|190|Dfa||Cars and techno on a river border
Guadalajara|MX|20.66|-103.35|5300|1566|Cwa||Mariachi and tequila
Guatemala City|GT|14.63|-90.51|3000|1500|Cwb|c|Three volcanoes on the horizon
Halifax|CA|44.65|-63.57|440|40|Dfb||Lighthouses on the Atlantic
Havana|CU|23.11|-82.37|2100|59|Aw|c|Old cars and music along the sea wall
Honolulu|US|21.31|-157.86|1000|6|BSh||Surfing below a crater in the Pacific ocean
Houston|US|29.76|-95.37|7300|15|Cfa||Where space flights are guided from
Kingston|JM|17.97|-76.79|1200|9|Aw|c|Reggae between mountains and harbour
Las Vegas|US|36.17|-115.14|2300|610|BWh||Neon lights in a desert
Los Angeles|US|34.05|-118.24|12500|90|Csb||Films, beaches and freeways
Managua|NI|12.11|-86.24|1500|80|Aw|c|A lake below volcanoes
Mérida|MX|20.97|-89.62|1300|9|Aw||Mayan ruins in the forest around
Mexico City|MX|19.43|-99.13|22000|2240|Cwb|c|Built on a lake of the Aztecs
Miami|US|25.76|-80.19|6100|2|Am||Art deco beaches and Cuban coffee
Minneapolis|US|44.98|-93.27|3700|260|Dfa||Lakes that freeze, and skyways
Monterrey|MX|25.69|-100.32|5300|540|BSh||Factories below a saddle of rock
Montréal|CA|45.50|-73.57|4300|30|Dfb||French, festivals and an underground city
New Orleans|US|29.95|-90.07|1300|-1|Cfa||Jazz on the Mississippi, below sea level
New York|US|40.71|-74.01|19500|10|Cfa||Museums, bridges and towers on an island
Nuuk|GL|64.18|-51.72|19|5|ET|c|Coloured houses before icebergs
Ottawa|CA|45.42|-75.70|1400|70|Dfb|c|Skating to work on a canal
Panama City|PA|8.98|-79.52|2000|10|Aw|c|Ships wait here for the canal
Philadelphia|US|39.95|-75.17|6200|12|Cfa||Where independence was declared
Phoenix|US|33.45|-112.07|5000|331|BWh||Giant cacti and very hot summers
Port-au-Prince|HT|18.59|-72.31|2900|98|Aw|c|Painted buses below steep hills
Portland|US|45.52|-122.68|2500|15|Csb||Bookshops, roses and rain
Québec|CA|46.81|-71.21|840|98|Dfb||A walled town above the Saint Lawrence
Reno|US|39.53|-119.81|490|1373|BSk||A small desert city on the way to Lake Tahoe
Salt Lake City|US|40.76|-111.89|1250|1288|Dfa||Snow above a lake of salt
San Francisco|US|37.77|-122.42|4600|16|Csb||Fog, cable cars and a red bridge
San José|CR|9.93|-84.08|1400|1170|Aw|c|Coffee and cloud forests
San Juan|PR|18.47|-66.11|2400|8|Am||Forts of Spain on a blue coast
Santo Domingo|DO|18.49|-69.93|3500|14|Am|c|The first cathedral of the Americas
Seattle|US|47.61|-122.33|4000|53|Csb||Coffee, ferries and aeroplanes
St. John's|CA|47.56|-52.71|210|20|Dfb||Icebergs pass the oldest street
Tijuana|MX|32.51|-117.04|2200|20|BSk||The busiest border crossing
Toronto|CA|43.65|-79.38|6400|76|Dfa||A tower and half the languages of the world
Vancouver|CA|49.28|-123.12|2600|5|Cfb||Mountains, rainforest and sushi on the Pacific
Washington|US|38.91|-77.04|6300|10|Cfa|c|Marble, museums and cherry trees
Whitehorse|CA|60.72|-135.06|30|670|Dfc||Gold diggers went by on the Yukon
Winnipeg|CA|49.90|-97.14|830|239|Dfb||Very cold winters on the prairie
`;

export const SOUTH_AMERICA = `
Arequipa|PE|-16.41|-71.54|1100|2335|BWk||White volcanic stone below a volcano
Asunción|PY|-25.26|-57.58|3400|43|Cfa|c|Harps and mate tea on a wide river
Belém|BR|-1.46|-48.50|2300|10|Af||Markets of the Amazon's mouth
Belo Horizonte|BR|-19.92|-43.94|6100|852|Cwa||Cheese bread and modern churches
Bogotá|CO|4.71|-74.07|11300|2640|Cfb|c|Gold and bicycles high in the Andes
Brasília|BR|-15.79|-47.88|4800|1170|Aw|c|A capital in the shape of an aeroplane
Buenos Aires|AR|-34.60|-58.38|15400|25|Cfa|c|Tango, steak and bookshops on the Río de la Plata
Caracas|VE|10.48|-66.90|2900|900|Aw|c|A green mountain between city and sea
Cartagena|CO|10.39|-75.51|1000|2|Aw||Walls against pirates on the Caribbean sea
Cayenne|GF|4.92|-52.31|150|5|Am||Rockets start near its rainforest
Cusco|PE|-13.53|-71.97|430|3400|Cwb||Walls of the Inca, and the way to Machu Picchu
Córdoba|AR|-31.42|-64.18|1600|390|Cwa||Students and Jesuit churches
Curitiba|BR|-25.43|-49.27|3700|935|Cfb||Buses like an underground, and pine trees
Fortaleza|BR|-3.73|-38.52|4100|21|Aw||Sailing rafts and trade winds
Georgetown|GY|6.80|-58.16|240|0|Af|c|Wooden houses behind a sea wall
Guayaquil|EC|-2.19|-79.89|3100|4|Aw||Iguanas in the park of a river port
La Paz|BO|-16.49|-68.12|1900|3640|ET|c|Cable cars over a canyon of houses
Lima|PE|-12.05|-77.04|11000|154|BWh|c|Fog, ceviche and cliffs above the Pacific
Manaus|BR|-3.12|-60.02|2200|92|Am||An opera house in the rainforest
Medellín|CO|6.25|-75.56|4000|1495|Af||Escalators up the slopes of a spring valley
Mendoza|AR|-32.89|-68.84|1200|746|BWk||Wine from the melt water of the Andes
Montevideo|UY|-34.90|-56.16|1800|43|Cfa|c|Drums and a long riverside road
Paramaribo|SR|5.85|-55.20|240|3|Af|c|Dutch houses of wood in the tropics
Porto Alegre|BR|-30.03|-51.23|4200|10|Cfa||Barbecue and sunsets over a lake
Punta Arenas|CL|-53.16|-70.91|125|34|Cfc||Wind and penguins on the strait of Magellan
Quito|EC|-0.18|-78.47|2000|2850|Cfb|c|Baroque churches half a degree from the equator
Recife|BR|-8.05|-34.88|4200|4|Am||Bridges and reefs at the eastern end of America
Rio de Janeiro|BR|-22.91|-43.17|13600|2|Aw||Beaches and carnival between granite peaks
Rosario|AR|-32.94|-60.64|1350|25|Cfa||Grain ships on the Paraná
Salvador|BR|-12.97|-38.50|3900|8|Af||Drums and an elevator between two towns
Santa Cruz|BO|-17.78|-63.18|1900|416|Aw||Ring roads in the warm lowlands
Santiago|CL|-33.45|-70.67|6900|570|Csb|c|Snowy Andes behind glass towers
São Paulo|BR|-23.55|-46.63|22400|760|Cfa||The largest city of the south: graffiti, coffee and pizza
Ushuaia|AR|-54.80|-68.30|80|20|ET||The end of the road, near Antarctica
Valparaíso|CL|-33.05|-71.62|1000|10|Csb||Painted houses and funiculars above a port
`;

export const OCEANIA = `
Adelaide|AU|-34.93|138.60|1400|50|Csa||Parks around the centre, vineyards around the town
Alice Springs|AU|-23.70|133.88|26|545|BWh||A town in the red middle of Australia
Apia|WS|-13.83|-171.77|41|2|Af|c|Where Robert Louis Stevenson wrote last
Auckland|NZ|-36.85|174.76|1650|20|Cfb||Sails between two harbours and fifty volcanoes
Brisbane|AU|-27.47|153.03|2600|27|Cfa||A beach by the river and warm winters
Cairns|AU|-16.92|145.77|155|3|Am||Boats to the Great Barrier Reef
Canberra|AU|-35.28|149.13|470|580|Cfb|c|A planned capital around a lake
Christchurch|NZ|-43.53|172.64|400|20|Cfb||Gardens, and trams after the earthquake
Darwin|AU|-12.46|130.84|150|30|Aw||Crocodiles and thunderstorms at the Timor sea
Dunedin|NZ|-45.88|170.50|135|20|Cfb||Albatrosses and the steepest street
Hobart|AU|-42.88|147.33|250|10|Cfb||A mountain above the harbour of Tasmania
Honiara|SB|-9.43|159.95|95|20|Af|c|Divers look for wrecks of the war
Majuro|MH|7.09|171.38|28|2|Af|c|A road along a thread of coral
Melbourne|AU|-37.81|144.96|5200|31|Cfb||Lanes, coffee and four seasons in a day
Nouméa|NC|-22.27|166.46|180|20|Aw|c|French bread beside a lagoon
Nukuʻalofa|TO|-21.14|-175.20|23|3|Af|c|A wooden palace at the shore
Papeete|PF|-17.54|-149.57|140|5|Am||Black pearls and canoes of Tahiti
Perth|AU|-31.95|115.86|2200|10|Csa||Far from every other large city
Port Moresby|PG|-9.44|147.18|400|35|Aw|c|Houses on stilts, hundreds of languages near
Port Vila|VU|-17.73|168.32|50|10|Af|c|A harbour of islands with volcanoes
Queenstown|NZ|-45.03|168.66|28|330|Cfb||Ski, jump and sail between mountains
Suva|FJ|-18.14|178.44|190|10|Af|c|Rain and rugby in Fiji
Sydney|AU|-33.87|151.21|5100|20|Cfa||An opera house like sails in a harbour
Wellington|NZ|-41.29|174.78|420|10|Cfb|c|Wind, films and cable cars
`;
