// Cities of Asia, in the format of `europe.ts`.

export const ASIA = `
Abu Dhabi|AE|24.45|54.38|1500|5|BWh|c|A white mosque and islands of mangroves
Almaty|KZ|43.24|76.89|2100|800|Dfa||Apples and ski slopes below snowy mountains
Amman|JO|31.95|35.93|2200|900|Csa|c|A Roman theatre among hills of pale stone
Ankara|TR|39.93|32.86|5300|938|BSk|c|A citadel on the Anatolian plateau
Antalya|TR|36.90|30.70|1400|30|Csa||Cliffs and waterfalls at the Mediterranean
Ashgabat|TM|37.96|58.33|1000|219|BWk|c|White marble on the edge of the desert
Astana|KZ|51.17|71.43|1350|347|Dfb|c|A young capital on a very cold steppe
Baghdad|IQ|33.32|44.37|7500|34|BWh|c|Booksellers on the Tigris
Baku|AZ|40.41|49.87|2300|-28|BSk|c|Oil and wind below sea level at the Caspian sea
Bandung|ID|-6.92|107.61|2600|768|Af||A cool town among volcanoes and tea
Bangkok|TH|13.76|100.50|10700|2|Aw|c|Temples, canals and street kitchens
Beijing|CN|39.90|116.41|20500|44|Dwa|c|The Forbidden City, and the Great Wall in the hills
Beirut|LB|33.89|35.50|2400|40|Csa|c|Cedars in the mountains above a seaside promenade
Bengaluru|IN|12.97|77.59|13200|920|Aw||Gardens and software on a mild plateau
Bishkek|KG|42.87|74.59|1100|800|Dfa|c|Leafy streets in sight of glaciers
Busan|KR|35.18|129.08|3400|10|Cfa||A port with fish markets between hills and beaches
Chennai|IN|13.08|80.27|11500|6|Aw||Temples and a very long beach
Chengdu|CN|30.57|104.07|14000|500|Cwa||Pandas, tea houses and pepper
Chiang Mai|TH|18.79|98.98|1200|310|Aw||Temples and night markets in the northern hills
Chongqing|CN|29.56|106.55|17000|244|Cfa||Trains through houses above the Yangtze
Colombo|LK|6.93|79.85|2400|5|Af|c|A harbour of spices on the Indian ocean
Da Nang|VN|16.05|108.21|1200|5|Am||A dragon bridge and long beaches
Damascus|SY|33.51|36.29|2500|680|BWk|c|One of the oldest cities that were never left
Delhi|IN|28.61|77.21|32000|216|Cwa|c|Mughal tombs, spice markets and a red fort
Dhaka|BD|23.81|90.41|22500|4|Aw|c|Rickshaws and river boats
Doha|QA|25.29|51.53|2400|10|BWh|c|Museums on a bay in the desert
Dubai|AE|25.20|55.27|3600|5|BWh||The tallest tower beside an old creek
Fukuoka|JP|33.59|130.40|2600|5|Cfa||Noodle stalls along the river
Guangzhou|CN|23.13|113.26|18700|21|Cfa||Trade and dim sum on the Pearl River
Haifa|IL|32.79|34.99|1100|20|Csa||Terraced gardens above a port
Hanoi|VN|21.03|105.85|8200|16|Cwa|c|Lakes, motorbikes and noodle soup
Harbin|CN|45.80|126.53|5900|150|Dwa||Palaces built of ice each winter
Hiroshima|JP|34.39|132.46|1200|10|Cfa||A park of peace between the arms of a river
Ho Chi Minh City|VN|10.82|106.63|9300|19|Aw||Motorbikes and coffee with ice
Hong Kong|HK|22.32|114.17|7500|30|Cwa||Ferries and towers around a harbour
Hyderabad|IN|17.39|78.49|10800|505|BSh||Pearls, biryani and four minarets
Irkutsk|RU|52.29|104.28|620|440|Dwc||Wooden houses near the deepest lake
Islamabad|PK|33.68|73.05|1200|540|Cwa|c|A planned capital below green hills
Jaipur|IN|26.91|75.79|4200|431|BSh||A pink town with an observatory of stone
Jakarta|ID|-6.21|106.85|11000|8|Am|c|A city on a sinking coast of Java
Jeddah|SA|21.49|39.19|4800|12|BWh||Coral houses, the port of pilgrims on the Red Sea
Jerusalem|IL|31.77|35.21|980|754|Csa|c|Three religions within one wall
Kabul|AF|34.56|69.21|4500|1790|BSk|c|Kites in a valley of the Hindu Kush
Karachi|PK|24.86|67.01|17200|10|BWh||A port and beaches at the Arabian sea
Kathmandu|NP|27.72|85.32|1550|1400|Cwa|c|Stupas and the way to the Himalaya
Kolkata|IN|22.57|88.36|15300|9|Aw||Poets, trams and sweets on the Hooghly
Kuala Lumpur|MY|3.14|101.69|8400|60|Af|c|Twin towers among rainforest
Kunming|CN|25.04|102.72|5000|1890|Cwb||Eternal spring on a plateau
Kuwait City|KW|29.38|47.99|3200|5|BWh|c|Towers for water at the hottest coast
Kyoto|JP|35.01|135.77|1460|50|Cfa||Wooden temples and gardens of stones
Lahore|PK|31.55|74.34|13500|217|BSh||A fort, gardens and food streets
Lhasa|CN|29.65|91.13|700|3650|Dwb||The Potala palace on the roof of the world
Macau|MO|22.20|113.54|690|10|Cwa||Portuguese tiles and casinos
Malé|MV|4.18|73.51|210|2|Am|c|A whole capital on one coral island
Manila|PH|14.60|120.98|14200|5|Aw|c|Jeepneys and sunsets over a bay
Mecca|SA|21.39|39.86|2100|277|BWh||Where pilgrims walk around the Kaaba
Mumbai|IN|19.08|72.88|21000|14|Aw||Films and fishing boats at the Arabian sea
Muscat|OM|23.59|58.41|1600|10|BWh|c|White houses between bare rocks and the sea
Nagoya|JP|35.18|136.91|9500|15|Cfa||Cars and a castle with golden dolphins
Naypyidaw|MM|19.76|96.08|1100|115|Aw|c|A capital with twenty lanes and few cars
Novosibirsk|RU|55.03|82.92|1630|150|Dfb||An opera house and a science town in Siberia
Osaka|JP|34.69|135.50|19000|5|Cfa||Octopus dumplings under neon lights
Phnom Penh|KH|11.56|104.92|2200|12|Aw|c|A royal palace where the Mekong meets a lake
Pyongyang|KP|39.04|125.76|3100|38|Dwa|c|Monuments on a quiet river
Riyadh|SA|24.71|46.68|7500|612|BWh|c|Towers on a dry plateau
Samarkand|UZ|39.65|66.96|550|705|BSk||Blue domes on the Silk Road
Sapporo|JP|43.06|141.35|2600|20|Dfb||Snow sculptures and beer
Seoul|KR|37.57|126.98|9900|38|Dwa|c|Palaces, mountains and night markets on the Han river
Shanghai|CN|31.23|121.47|28500|4|Cfa||A river front of banks facing a skyline
Shenzhen|CN|22.54|114.06|17600|10|Cwa||Electronics where there were rice fields
Shiraz|IR|29.59|52.58|1600|1500|BSk||Poets lie in gardens of cypress
Singapore|SG|1.35|103.82|5900|15|Af|c|Orchids and container ships near the equator
Surabaya|ID|-7.26|112.75|3000|5|Aw||A port of Java with a bridge to Madura
Taipei|TW|25.03|121.57|7000|10|Cfa|c|Night markets and hot springs between hills
Tashkent|UZ|41.30|69.24|2600|455|Csa|c|Bread stamps and an ornate metro
Tbilisi|GE|41.72|44.79|1200|490|Cfa|c|Sulphur baths and carved balconies
Tehran|IR|35.69|51.39|9400|1200|BSk|c|Tea and traffic below a snowy volcano
Tel Aviv|IL|32.09|34.78|4400|5|Csa||White houses and a long beach
Thimphu|BT|27.47|89.64|115|2330|Cwb|c|A capital without traffic lights
Tianjin|CN|39.34|117.36|14000|5|Dwa||A port with a wheel on a bridge
Tokyo|JP|35.68|139.69|37000|40|Cfa|c|The largest city: shrines, trains and small bars
Ulaanbaatar|MN|47.89|106.91|1600|1350|Dwb|c|Tents around the coldest capital
Ürümqi|CN|43.83|87.62|4000|800|BSk||The large city farthest from any sea
Varanasi|IN|25.32|82.97|1700|80|Cwa||Steps to the Ganges, lamps at dusk
Vientiane|LA|17.98|102.63|950|174|Aw|c|Quiet temples on the Mekong
Vladivostok|RU|43.12|131.89|600|40|Dwb||Where the railway across Siberia ends
Wuhan|CN|30.59|114.31|11000|37|Cfa||Lakes and bridges on the Yangtze
Xi'an|CN|34.34|108.94|8700|405|Cwa||An army of clay and a city wall
Yakutsk|RU|62.03|129.73|360|100|Dfd||Houses on stilts in frozen ground
Yangon|MM|16.87|96.20|5500|23|Am||A golden pagoda above the city
Yerevan|AM|40.18|44.51|1090|1000|BSk|c|Pink stone in sight of Mount Ararat
`;
