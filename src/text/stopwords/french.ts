// Stop words: French. The list is that of the Snowball project (BSD-3-Clause), with les.
export const WORDS = `
  ai aie aient aies ait as au aura aurai auraient aurais aurait auras aurez auriez aurions aurons auront
  aux avaient avais avait avec avez aviez avions avons ayant ayante ayantes ayants ayez ayons c ce ces d
  dans de des du elle en es est et eu eue eues eurent eus eusse eussent eusses eussiez eussions eut eux
  eûmes eût eûtes furent fus fusse fussent fusses fussiez fussions fut fûmes fût fûtes il j je l la le les
  leur lui m ma mais me mes moi mon même n ne nos notre nous on ont ou par pas pour qu que qui s sa se
  sera serai seraient serais serait seras serez seriez serions serons seront ses soient sois soit sommes
  son sont soyez soyons suis sur t ta te tes toi ton tu un une vos votre vous y à étaient étais était
  étant étante étantes étants étiez étions été étée étées étés êtes
`;
