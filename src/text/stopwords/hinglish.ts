// Stop words: Hinglish. The list is our own.
export const WORDS = `
  aadi aaj aap aapka aapke aapki aapko aapne aapse ab abhi agar aisa aise aisi and apna apne apni are aur
  aya ayega ayi ba baad bahar bahut bas bata bhi bilkul bin bina but ek fir for gaya gaye gayi haan hai
  hain han har he ho hoga hoge hogi hona hone hota hote hoti hu hua hue hui hum humara humare humari
  humein humko humne hun in inhe inhi inka inke inki inko inn inse is isi iska iske iski isko isne isse it
  itna itne itni ja jab jaha jahan jaisa jaise jata jate jati jinhe jinka jinki jis jise jiska jiske jisko
  jitna jitne jo ka kaafi kab kabhi kaha kahan kai kaisa kaise kar kare karega karke karna karne karo
  karta karte karti kaun kaunsa ke keh ki kintu kis kise kisi kiska kiske kiski kisko kitna kitne kitni
  kiya kiye ko koi kuch kya kyon kyu kyun kyunki lekin liya liye lo log mai main mat me mein mera mere
  meri mujhe mujhko mujhse na nahi nahin ne nhi of on or par pe phir pura raha rahe rahi saath sab sabhi
  sakta sakte sakti se si so tab tak tera tere teri tha the thi tho thoda to toh tu tujhe tum tumhara
  tumhare tumhari tumhe tumko ud un unhe unka unke unki unko unse us use uska uske uski usko usne usse
  vagera vaha vahan vo wagaira waha wahan wahi wale wali wo woh ya yah yaha yahan yahi yani ye yeh
`;
