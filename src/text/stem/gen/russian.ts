// Made by `npm run gen` from the package snowball-stemmers 0.6.0 (ISC; the algorithms are Snowball's, BSD-3-Clause).
// @ts-nocheck: the package has no types.
import { SnowballProgram } from "../program.ts";
const a_0 = [
  ["\u0432", -1, 1],
  ["\u0438\u0432", 0, 2],
  ["\u044B\u0432", 0, 2],
  ["\u0432\u0448\u0438", -1, 1],
  ["\u0438\u0432\u0448\u0438", 3, 2],
  ["\u044B\u0432\u0448\u0438", 3, 2],
  ["\u0432\u0448\u0438\u0441\u044C", -1, 1],
  ["\u0438\u0432\u0448\u0438\u0441\u044C", 6, 2],
  ["\u044B\u0432\u0448\u0438\u0441\u044C", 6, 2],
];
const a_1 = [
  ["\u0435\u0435", -1, 1],
  ["\u0438\u0435", -1, 1],
  ["\u043E\u0435", -1, 1],
  ["\u044B\u0435", -1, 1],
  ["\u0438\u043C\u0438", -1, 1],
  ["\u044B\u043C\u0438", -1, 1],
  ["\u0435\u0439", -1, 1],
  ["\u0438\u0439", -1, 1],
  ["\u043E\u0439", -1, 1],
  ["\u044B\u0439", -1, 1],
  ["\u0435\u043C", -1, 1],
  ["\u0438\u043C", -1, 1],
  ["\u043E\u043C", -1, 1],
  ["\u044B\u043C", -1, 1],
  ["\u0435\u0433\u043E", -1, 1],
  ["\u043E\u0433\u043E", -1, 1],
  ["\u0435\u043C\u0443", -1, 1],
  ["\u043E\u043C\u0443", -1, 1],
  ["\u0438\u0445", -1, 1],
  ["\u044B\u0445", -1, 1],
  ["\u0435\u044E", -1, 1],
  ["\u043E\u044E", -1, 1],
  ["\u0443\u044E", -1, 1],
  ["\u044E\u044E", -1, 1],
  ["\u0430\u044F", -1, 1],
  ["\u044F\u044F", -1, 1],
];
const a_2 = [
  ["\u0435\u043C", -1, 1],
  ["\u043D\u043D", -1, 1],
  ["\u0432\u0448", -1, 1],
  ["\u0438\u0432\u0448", 2, 2],
  ["\u044B\u0432\u0448", 2, 2],
  ["\u0449", -1, 1],
  ["\u044E\u0449", 5, 1],
  ["\u0443\u044E\u0449", 6, 2],
];
const a_3 = [
  ["\u0441\u044C", -1, 1],
  ["\u0441\u044F", -1, 1],
];
const a_4 = [
  ["\u043B\u0430", -1, 1],
  ["\u0438\u043B\u0430", 0, 2],
  ["\u044B\u043B\u0430", 0, 2],
  ["\u043D\u0430", -1, 1],
  ["\u0435\u043D\u0430", 3, 2],
  ["\u0435\u0442\u0435", -1, 1],
  ["\u0438\u0442\u0435", -1, 2],
  ["\u0439\u0442\u0435", -1, 1],
  ["\u0435\u0439\u0442\u0435", 7, 2],
  ["\u0443\u0439\u0442\u0435", 7, 2],
  ["\u043B\u0438", -1, 1],
  ["\u0438\u043B\u0438", 10, 2],
  ["\u044B\u043B\u0438", 10, 2],
  ["\u0439", -1, 1],
  ["\u0435\u0439", 13, 2],
  ["\u0443\u0439", 13, 2],
  ["\u043B", -1, 1],
  ["\u0438\u043B", 16, 2],
  ["\u044B\u043B", 16, 2],
  ["\u0435\u043C", -1, 1],
  ["\u0438\u043C", -1, 2],
  ["\u044B\u043C", -1, 2],
  ["\u043D", -1, 1],
  ["\u0435\u043D", 22, 2],
  ["\u043B\u043E", -1, 1],
  ["\u0438\u043B\u043E", 24, 2],
  ["\u044B\u043B\u043E", 24, 2],
  ["\u043D\u043E", -1, 1],
  ["\u0435\u043D\u043E", 27, 2],
  ["\u043D\u043D\u043E", 27, 1],
  ["\u0435\u0442", -1, 1],
  ["\u0443\u0435\u0442", 30, 2],
  ["\u0438\u0442", -1, 2],
  ["\u044B\u0442", -1, 2],
  ["\u044E\u0442", -1, 1],
  ["\u0443\u044E\u0442", 34, 2],
  ["\u044F\u0442", -1, 2],
  ["\u043D\u044B", -1, 1],
  ["\u0435\u043D\u044B", 37, 2],
  ["\u0442\u044C", -1, 1],
  ["\u0438\u0442\u044C", 39, 2],
  ["\u044B\u0442\u044C", 39, 2],
  ["\u0435\u0448\u044C", -1, 1],
  ["\u0438\u0448\u044C", -1, 2],
  ["\u044E", -1, 2],
  ["\u0443\u044E", 44, 2],
];
const a_5 = [
  ["\u0430", -1, 1],
  ["\u0435\u0432", -1, 1],
  ["\u043E\u0432", -1, 1],
  ["\u0435", -1, 1],
  ["\u0438\u0435", 3, 1],
  ["\u044C\u0435", 3, 1],
  ["\u0438", -1, 1],
  ["\u0435\u0438", 6, 1],
  ["\u0438\u0438", 6, 1],
  ["\u0430\u043C\u0438", 6, 1],
  ["\u044F\u043C\u0438", 6, 1],
  ["\u0438\u044F\u043C\u0438", 10, 1],
  ["\u0439", -1, 1],
  ["\u0435\u0439", 12, 1],
  ["\u0438\u0435\u0439", 13, 1],
  ["\u0438\u0439", 12, 1],
  ["\u043E\u0439", 12, 1],
  ["\u0430\u043C", -1, 1],
  ["\u0435\u043C", -1, 1],
  ["\u0438\u0435\u043C", 18, 1],
  ["\u043E\u043C", -1, 1],
  ["\u044F\u043C", -1, 1],
  ["\u0438\u044F\u043C", 21, 1],
  ["\u043E", -1, 1],
  ["\u0443", -1, 1],
  ["\u0430\u0445", -1, 1],
  ["\u044F\u0445", -1, 1],
  ["\u0438\u044F\u0445", 26, 1],
  ["\u044B", -1, 1],
  ["\u044C", -1, 1],
  ["\u044E", -1, 1],
  ["\u0438\u044E", 30, 1],
  ["\u044C\u044E", 30, 1],
  ["\u044F", -1, 1],
  ["\u0438\u044F", 33, 1],
  ["\u044C\u044F", 33, 1],
];
const a_6 = [
  ["\u043E\u0441\u0442", -1, 1],
  ["\u043E\u0441\u0442\u044C", -1, 1],
];
const a_7 = [
  ["\u0435\u0439\u0448\u0435", -1, 1],
  ["\u043D", -1, 2],
  ["\u0435\u0439\u0448", -1, 1],
  ["\u044C", -1, 3],
];
const g_v = [33, 65, 8, 232];
class Program extends SnowballProgram {
  I_p2 = 0;
  I_pV = 0;
  r_mark_regions() {
    var v_1 = undefined;
    this.I_pV = this.limit;
    this.I_p2 = this.limit;
    v_1 = this.cursor;

    lab0: do {
      golab1: while (true) {
        lab2: do {
          if (!this.inGroup(g_v, 1072, 1103)) {
            break lab2;
          }

          break golab1;
        } while (false);

        if (this.cursor >= this.limit) {
          break lab0;
        }

        this.cursor++;
      }

      this.I_pV = this.cursor;

      golab3: while (true) {
        lab4: do {
          if (!this.outOfGroup(g_v, 1072, 1103)) {
            break lab4;
          }

          break golab3;
        } while (false);

        if (this.cursor >= this.limit) {
          break lab0;
        }

        this.cursor++;
      }

      golab5: while (true) {
        lab6: do {
          if (!this.inGroup(g_v, 1072, 1103)) {
            break lab6;
          }

          break golab5;
        } while (false);

        if (this.cursor >= this.limit) {
          break lab0;
        }

        this.cursor++;
      }

      golab7: while (true) {
        lab8: do {
          if (!this.outOfGroup(g_v, 1072, 1103)) {
            break lab8;
          }

          break golab7;
        } while (false);

        if (this.cursor >= this.limit) {
          break lab0;
        }

        this.cursor++;
      }

      this.I_p2 = this.cursor;
    } while (false);

    this.cursor = v_1;
    return true;
  }
  r_R2() {
    if (!(this.I_p2 <= this.cursor)) {
      return false;
    }

    return true;
  }
  r_perfective_gerund() {
    var among_var = undefined;
    var v_1 = undefined;
    this.ket = this.cursor;
    among_var = this.findAmongBefore(a_0);

    if (among_var === 0) {
      return false;
    }

    this.bra = this.cursor;

    switch (among_var) {
      case 0:
        return false;

      case 1:
        lab0: do {
          v_1 = this.limit - this.cursor;

          lab1: do {
            if (!this.equalsBefore("\u0430")) {
              break lab1;
            }

            break lab0;
          } while (false);

          this.cursor = this.limit - v_1;

          if (!this.equalsBefore("\u044F")) {
            return false;
          }
        } while (false);

        this.removeSlice();
        break;

      case 2:
        this.removeSlice();
        break;
    }

    return true;
  }
  r_adjective() {
    var among_var = undefined;
    this.ket = this.cursor;
    among_var = this.findAmongBefore(a_1);

    if (among_var === 0) {
      return false;
    }

    this.bra = this.cursor;

    switch (among_var) {
      case 0:
        return false;

      case 1:
        this.removeSlice();
        break;
    }

    return true;
  }
  r_adjectival() {
    var among_var = undefined;
    var v_1 = undefined;
    var v_2 = undefined;

    if (!this.r_adjective()) {
      return false;
    }

    v_1 = this.limit - this.cursor;

    lab0: do {
      this.ket = this.cursor;
      among_var = this.findAmongBefore(a_2);

      if (among_var === 0) {
        this.cursor = this.limit - v_1;
        break lab0;
      }

      this.bra = this.cursor;

      switch (among_var) {
        case 0:
          this.cursor = this.limit - v_1;
          break lab0;

        case 1:
          lab1: do {
            v_2 = this.limit - this.cursor;

            lab2: do {
              if (!this.equalsBefore("\u0430")) {
                break lab2;
              }

              break lab1;
            } while (false);

            this.cursor = this.limit - v_2;

            if (!this.equalsBefore("\u044F")) {
              this.cursor = this.limit - v_1;
              break lab0;
            }
          } while (false);

          this.removeSlice();
          break;

        case 2:
          this.removeSlice();
          break;
      }
    } while (false);

    return true;
  }
  r_reflexive() {
    var among_var = undefined;
    this.ket = this.cursor;
    among_var = this.findAmongBefore(a_3);

    if (among_var === 0) {
      return false;
    }

    this.bra = this.cursor;

    switch (among_var) {
      case 0:
        return false;

      case 1:
        this.removeSlice();
        break;
    }

    return true;
  }
  r_verb() {
    var among_var = undefined;
    var v_1 = undefined;
    this.ket = this.cursor;
    among_var = this.findAmongBefore(a_4);

    if (among_var === 0) {
      return false;
    }

    this.bra = this.cursor;

    switch (among_var) {
      case 0:
        return false;

      case 1:
        lab0: do {
          v_1 = this.limit - this.cursor;

          lab1: do {
            if (!this.equalsBefore("\u0430")) {
              break lab1;
            }

            break lab0;
          } while (false);

          this.cursor = this.limit - v_1;

          if (!this.equalsBefore("\u044F")) {
            return false;
          }
        } while (false);

        this.removeSlice();
        break;

      case 2:
        this.removeSlice();
        break;
    }

    return true;
  }
  r_noun() {
    var among_var = undefined;
    this.ket = this.cursor;
    among_var = this.findAmongBefore(a_5);

    if (among_var === 0) {
      return false;
    }

    this.bra = this.cursor;

    switch (among_var) {
      case 0:
        return false;

      case 1:
        this.removeSlice();
        break;
    }

    return true;
  }
  r_derivational() {
    var among_var = undefined;
    this.ket = this.cursor;
    among_var = this.findAmongBefore(a_6);

    if (among_var === 0) {
      return false;
    }

    this.bra = this.cursor;

    if (!this.r_R2()) {
      return false;
    }

    switch (among_var) {
      case 0:
        return false;

      case 1:
        this.removeSlice();
        break;
    }

    return true;
  }
  r_tidy_up() {
    var among_var = undefined;
    this.ket = this.cursor;
    among_var = this.findAmongBefore(a_7);

    if (among_var === 0) {
      return false;
    }

    this.bra = this.cursor;

    switch (among_var) {
      case 0:
        return false;

      case 1:
        this.removeSlice();
        this.ket = this.cursor;

        if (!this.equalsBefore("\u043D")) {
          return false;
        }

        this.bra = this.cursor;

        if (!this.equalsBefore("\u043D")) {
          return false;
        }

        this.removeSlice();
        break;

      case 2:
        if (!this.equalsBefore("\u043D")) {
          return false;
        }

        this.removeSlice();
        break;

      case 3:
        this.removeSlice();
        break;
    }

    return true;
  }
  run() {
    var v_1 = undefined;
    var v_2 = undefined;
    var v_3 = undefined;
    var v_4 = undefined;
    var v_5 = undefined;
    var v_6 = undefined;
    var v_7 = undefined;
    var v_8 = undefined;
    var v_9 = undefined;
    var v_10 = undefined;
    v_1 = this.cursor;

    lab0: do {
      if (!this.r_mark_regions()) {
        break lab0;
      }
    } while (false);

    this.cursor = v_1;
    this.limit_backward = this.cursor;
    this.cursor = this.limit;
    v_2 = this.limit - this.cursor;

    if (this.cursor < this.I_pV) {
      return false;
    }

    this.cursor = this.I_pV;
    v_3 = this.limit_backward;
    this.limit_backward = this.cursor;
    this.cursor = this.limit - v_2;
    v_4 = this.limit - this.cursor;

    lab1: do {
      lab2: do {
        v_5 = this.limit - this.cursor;

        lab3: do {
          if (!this.r_perfective_gerund()) {
            break lab3;
          }

          break lab2;
        } while (false);

        this.cursor = this.limit - v_5;
        v_6 = this.limit - this.cursor;

        lab4: do {
          if (!this.r_reflexive()) {
            this.cursor = this.limit - v_6;
            break lab4;
          }
        } while (false);

        lab5: do {
          v_7 = this.limit - this.cursor;

          lab6: do {
            if (!this.r_adjectival()) {
              break lab6;
            }

            break lab5;
          } while (false);

          this.cursor = this.limit - v_7;

          lab7: do {
            if (!this.r_verb()) {
              break lab7;
            }

            break lab5;
          } while (false);

          this.cursor = this.limit - v_7;

          if (!this.r_noun()) {
            break lab1;
          }
        } while (false);
      } while (false);
    } while (false);

    this.cursor = this.limit - v_4;
    v_8 = this.limit - this.cursor;

    lab8: do {
      this.ket = this.cursor;

      if (!this.equalsBefore("\u0438")) {
        this.cursor = this.limit - v_8;
        break lab8;
      }

      this.bra = this.cursor;
      this.removeSlice();
    } while (false);

    v_9 = this.limit - this.cursor;

    lab9: do {
      if (!this.r_derivational()) {
        break lab9;
      }
    } while (false);

    this.cursor = this.limit - v_9;
    v_10 = this.limit - this.cursor;

    lab10: do {
      if (!this.r_tidy_up()) {
        break lab10;
      }
    } while (false);

    this.cursor = this.limit - v_10;
    this.limit_backward = v_3;
    this.cursor = this.limit_backward;
    return true;
  }
}
export const STEMMER: SnowballProgram = new Program();
