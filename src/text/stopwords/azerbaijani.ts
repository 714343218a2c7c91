// Stop words: Azerbaijani. The list is our own.
export const WORDS = `
  a ad altmış altı amma arasında artıq ay az bax belə beş bilər bir biraz biri birşey biz bizim bu buna
  bundan bunlar bunu bunun buradan bütün bəlkə bəzi ci cu cü cı da daha dan dedi deyil dir doqquz doxsan
  dörd düz də dən edir edən elə et etdi etmə gilə gör görə halda hamı hansı heç hələ həm həmin hər
  hətta iki il ilk ilə in indi isə iyirmi ki kim kimi kimə lakin lap min mirşey
  məhz mən mənim mənə niyə nə nədən nəhayət o of olan olar olaraq oldu olduğu olmadı olmaz olub
  olur olursa on ona ondan onlar onlardan onların onu onun onunla oradan otuz qarşı qırx qədər
  sadəcə siz sizin sizlər sonra səkkiz səksən sən sənin sənə var və ya yalnız
  yaxşı yeddi yenə yetmiş yox yoxdur yoxsa yüz yəni zaman çox çünki öz özü ü üç üçün əgər əlbəttə əlli ən
  əslində
`;
