// Recognises common passwords: words, names, keyboard sequences, and the variations that people use to satisfy a
// policy.
// The decision: a short list of roots instead of a long list of passwords. The usual variations (digits and signs at
// the ends, "@" for "a", characters typed with shift, repetition) are removed first; a password is common if the rest
// is a root.

/** Roots in lower case. Only letters count at their ends. */
const WORDS = `
  password passwort passwrd passwd passphrase pass motdepasse contrasena senha parola geheim secret topsecret mypassword mypass
  newpassword oldpassword changeme changeit changethis change default temp temporary test testing tester guest
  user username login logon signin welcome welcomeback hello helloworld hi hey goodbye letmein letmeinnow openup opensesame
  enter access accessme root toor system sysadm superuser super supervisor manager master administrator server service
  database data vector vectordb search engine cluster docker kubernetes postgres mysql oracle redis mongodb elastic
  cisco linux ubuntu debian windows microsoft apple google amazon facebook twitter
  instagram whatsapp youtube netflix spotify github gitlab internet network wifi computer laptop keyboard monitor
  production prod staging stage develop developer development dev demo sample example public private security secure
  backup office company business work home family nothing something anything whatever nopassword none null
  qwerty qwertz azerty qwert qwer qwe qwertyui qwertyuiop asdf asdfg asdfgh asdfghjk asdfghjkl zxc zxcv zxcvb zxcvbn zxcvbnm
  asd asdasd qweasd qweasdzxc qazwsx qazwsxedc qazwsxedcrfv wsxedc edcrfv qaz wsx zaq zaqwsx zaqxsw
  1qaz 1qaz2wsx 1qaz2wsx3edc 1qaz2wsx3edc4rfv 2wsx3edc 3edc4rfv zaq1 zaq12wsx zaq1xsw2 zaq1xsw2cde3 1qazxsw2 1qazxsw23edc
  q1w2e3 q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 q1w2e3r4t5y6u7 1q2w3e 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1q2w3e4r5t6y7u a1s2d3
  a1s2d3f4 a1s2d3f4g5 z1x2c3 z1x2c3v4 a1b2c3 a1b2c3d4 a1b2c3d4e5 a1b2c3d4e5f6 1a2b3c 1a2b3c4d 1a2b3c4d5e 1a2b3c4d5e6f
  qwe123asd qwe123asd456 qwe123qwe asd123asd abc123def abc123def456 abc123xyz abcd1234efgh 123qwe456asd 
  aa ab az ax aq qq ww zz xx xy abc abcd abcde abcdef abcdefg abcabc aabbcc aaabbb xyz xxyyzz
  iloveyou iloveu ilovemyself ilovejesus iloveme ilove loveyou loveme love lovely lover loves mylove truelove babygirl babyboy
  baby honey sweet sweety sweetie sweetheart angel angels angela darling kiss kisses hug friend friends friendship forever
  always together princess prince queen king kingdom beautiful handsome pretty cutie cookie cupcake candy chocolate
  sugar butter cheese banana apples orange lemon cherry strawberry peach mango coffee pizza pepper ginger pumpkin peanut
  sunshine sun sunny sunflower moon moonlight moonshine star stars starlight sky rain rainbow snow snowman snowball winter
  spring summer autumn fall january february march april may june july august september october november december
  monday tuesday wednesday thursday friday saturday sunday today tomorrow yesterday birthday christmas easter halloween
  holiday vacation weekend morning night midnight
  dragon monkey tiger lion panther bear wolf eagle falcon hawk shark dolphin turtle rabbit bunny kitty kitten puppy dog dogs
  cat cats horse pony unicorn butterfly spider scorpion cobra snake mouse panda penguin chicken cowboy gorilla elephant
  football baseball basketball soccer hockey tennis golf rugby cricket volleyball swimming runner sports champion winner
  liverpool chelsea arsenal manchester barcelona realmadrid juventus bayern everton rangers celtic lakers yankees cowboys
  steelers packers eagles patriots dodgers raiders redskins dallas chicago boston newyork london paris berlin madrid
  tokyo moscow america england germany deutschland france canada mexico brazil india china japan australia texas florida
  california arizona phoenix hunter ranger killer slayer warrior fighter soldier ninja samurai knight
  wizard magic magician merlin gandalf hobbit frodo aragorn batman superman spiderman ironman wonderwoman avengers marvel
  starwars startrek skywalker anakin vader yoda pokemon pikachu mario luigi sonic zelda minecraft fortnite roblox matrix
  gamer player gaming playstation nintendo xbox corvette mustang ferrari porsche mercedes toyota honda yamaha harley
  jaguar camaro chevy ford bmw audi jeep trustno trustme shadow shadows blackjack lucky lucifer
  devil demon satan hell heaven jesus jesuschrist christ god godisgood godbless blessed blessing faith hope grace gospel
  church amen peace freedom liberty justice victory success money dollar cash rich millionaire diamond gold golden silver
  platinum crystal ruby emerald pearl jewel purple yellow green blue red black white pink magenta
  michael jennifer jordan jessica ashley daniel matthew joshua andrew robert thomas george charlie william david
  richard joseph james john johnny anthony nicholas nicole michelle amanda melissa samantha stephanie elizabeth sarah
  hannah emily emma olivia sophie sophia maria mary anna andrea laura julia daniela barbara patricia susan karen maggie
  taylor alexander alexandra alexis alex max maxwell martin peter paul patrick oliver oscar harry harrypotter jack jackson
  justin brandon tyler austin dakota ryan kevin brian steven stephen edward eric mark jason donald ronald carlos miguel
  mohammed muhammad ahmed ali ivan dmitri natasha svetlana buster bailey rocky sparky tigger snoopy scooby scoobydoo garfield
  mickey mickeymouse minnie donaldduck bella daisy molly sammy rusty bandit boomer cooper tucker
  metallica nirvana slipknot eminem beatles rockstar rocknroll guitar music piano dancer singer hiphop
  fuckyou fuckoff fuck asshole bitch bullshit sexy 
  whynot yesyes nono please thanks thankyou goodluck cool awesome amazing fantastic wonderful incredible perfect best
  number one first second third alpha beta gamma delta omega sigma zero infinity quantum
  correcthorsebatterystaple nevergonnagiveyouup thisisapassword thisismypassword ineedapassword mysecretpassword
  troubador troubadour correcthorse iforgotmypassword iforgot dontforget rememberme itsasecret nottelling letmeinplease mynameis
`;

/** Sequences in which every run of at least three characters is common, in both directions. */
const ROWS = [
  "abcdefghijklmnopqrstuvwxyz",
  "qwertyuiopasdfghjklzxcvbnm",
  "qwertzuiopasdfghjklyxcvbnm",
  "azertyuiopqsdfghjklmwxcvbn",
];
const RUNS = ROWS.flatMap((row) => [row, [...row].reverse().join("")]);
const SHORTEST_RUN = 3;

const SPOKEN = new Map(
  Object.entries({ "@": "a", "4": "a", "3": "e", "1": "i", "!": "i", "0": "o", $: "s", "5": "s", "7": "t" }),
);
const UNSHIFTED = new Map([..."!@#$%^&*()"].map((sign, i) => [sign, String((i + 1) % 10)]));

const COMMON: ReadonlySet<string> = new Set(WORDS.trim().split(/\s+/).map(withoutEnds));

/** @param password in NFKC */
export function isCommonPassword(password: string): boolean {
  const close = password.toLowerCase().replace(/[\s._-]+/g, "");
  const readings = [close, onceOf(close)].flatMap(readingsOf);
  return readings.map(rootOf).some((root) => isOneLetter(root) || COMMON.has(root) || isRun(root));
}

/**
 * Returns the words that a text may be a variation of. A sign at an end was probably added; elsewhere it may stand for
 * a letter.
 */
function readingsOf(text: string): string[] {
  const plain = withoutEnds(text);
  return [
    plain,
    translate(plain, SPOKEN),
    translate(text.replace(/[^\p{L}]+$/u, ""), SPOKEN),
    withoutEnds(translate(text, UNSHIFTED)),
  ];
}

/** Returns the word in a text that only repeats one word, with any separators, else the text without repetition. */
function rootOf(reading: string): string {
  const words = new Set(reading.split(/[^\p{L}]+/u));
  return onceOf(words.size === 1 ? [...words][0]! : reading);
}

/** Returns the part that a text repeats, else the text itself. */
function onceOf(text: string): string {
  return /^(.+?)\1+$/su.exec(text)?.[1] ?? text;
}

/** Removes everything but letters from both ends. */
function withoutEnds(text: string): string {
  return text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "");
}

function translate(text: string, signs: ReadonlyMap<string, string>): string {
  return Array.from(text, (sign) => signs.get(sign) ?? sign).join("");
}

function isOneLetter(text: string): boolean {
  return [...text].length === 1;
}

function isRun(text: string): boolean {
  return text.length >= SHORTEST_RUN && RUNS.some((run) => run.includes(text));
}
