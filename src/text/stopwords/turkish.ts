// Stop words: Turkish. The list is that of PostgreSQL (PostgreSQL License).
export const WORDS = `
  acaba ama aslında az bazı belki biri birkaç birşey biz bu da daha de defa diye en eğer gibi hem hep
  hepsi her hiç ile ise için kez ki kim mu mü mı nasıl ne neden nerde nerede nereye niye niçin o sanki siz
  tüm ve veya ya yani çok çünkü şey şu
`;
