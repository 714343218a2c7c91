// Made by `npm run gen` from the package snowball-stemmers 0.6.0 (ISC; the algorithms are Snowball's, BSD-3-Clause).
// @ts-nocheck: the package has no types.
import { SnowballProgram } from "../program.ts";
const a_0 = [
  ["", -1, 3],
  ["\u00E3", 0, 1],
  ["\u00F5", 0, 2],
];
const a_1 = [
  ["", -1, 3],
  ["a~", 0, 1],
  ["o~", 0, 2],
];
const a_2 = [
  ["ic", -1, -1],
  ["ad", -1, -1],
  ["os", -1, -1],
  ["iv", -1, 1],
];
const a_3 = [
  ["ante", -1, 1],
  ["avel", -1, 1],
  ["\u00EDvel", -1, 1],
];
const a_4 = [
  ["ic", -1, 1],
  ["abil", -1, 1],
  ["iv", -1, 1],
];
const a_5 = [
  ["ica", -1, 1],
  ["\u00E2ncia", -1, 1],
  ["\u00EAncia", -1, 4],
  ["logia", -1, 2],
  ["ira", -1, 9],
  ["adora", -1, 1],
  ["osa", -1, 1],
  ["ista", -1, 1],
  ["iva", -1, 8],
  ["eza", -1, 1],
  ["idade", -1, 7],
  ["ante", -1, 1],
  ["mente", -1, 6],
  ["amente", 12, 5],
  ["\u00E1vel", -1, 1],
  ["\u00EDvel", -1, 1],
  ["ico", -1, 1],
  ["ismo", -1, 1],
  ["oso", -1, 1],
  ["amento", -1, 1],
  ["imento", -1, 1],
  ["ivo", -1, 8],
  ["a\u00E7a~o", -1, 1],
  ["u\u00E7a~o", -1, 3],
  ["ador", -1, 1],
  ["icas", -1, 1],
  ["\u00EAncias", -1, 4],
  ["logias", -1, 2],
  ["iras", -1, 9],
  ["adoras", -1, 1],
  ["osas", -1, 1],
  ["istas", -1, 1],
  ["ivas", -1, 8],
  ["ezas", -1, 1],
  ["idades", -1, 7],
  ["adores", -1, 1],
  ["antes", -1, 1],
  ["a\u00E7o~es", -1, 1],
  ["u\u00E7o~es", -1, 3],
  ["icos", -1, 1],
  ["ismos", -1, 1],
  ["osos", -1, 1],
  ["amentos", -1, 1],
  ["imentos", -1, 1],
  ["ivos", -1, 8],
];
const a_6 = [
  ["ada", -1, 1],
  ["ida", -1, 1],
  ["ia", -1, 1],
  ["aria", 2, 1],
  ["eria", 2, 1],
  ["iria", 2, 1],
  ["ara", -1, 1],
  ["era", -1, 1],
  ["ira", -1, 1],
  ["ava", -1, 1],
  ["asse", -1, 1],
  ["esse", -1, 1],
  ["isse", -1, 1],
  ["aste", -1, 1],
  ["este", -1, 1],
  ["iste", -1, 1],
  ["ei", -1, 1],
  ["arei", 16, 1],
  ["erei", 16, 1],
  ["irei", 16, 1],
  ["am", -1, 1],
  ["iam", 20, 1],
  ["ariam", 21, 1],
  ["eriam", 21, 1],
  ["iriam", 21, 1],
  ["aram", 20, 1],
  ["eram", 20, 1],
  ["iram", 20, 1],
  ["avam", 20, 1],
  ["em", -1, 1],
  ["arem", 29, 1],
  ["erem", 29, 1],
  ["irem", 29, 1],
  ["assem", 29, 1],
  ["essem", 29, 1],
  ["issem", 29, 1],
  ["ado", -1, 1],
  ["ido", -1, 1],
  ["ando", -1, 1],
  ["endo", -1, 1],
  ["indo", -1, 1],
  ["ara~o", -1, 1],
  ["era~o", -1, 1],
  ["ira~o", -1, 1],
  ["ar", -1, 1],
  ["er", -1, 1],
  ["ir", -1, 1],
  ["as", -1, 1],
  ["adas", 47, 1],
  ["idas", 47, 1],
  ["ias", 47, 1],
  ["arias", 50, 1],
  ["erias", 50, 1],
  ["irias", 50, 1],
  ["aras", 47, 1],
  ["eras", 47, 1],
  ["iras", 47, 1],
  ["avas", 47, 1],
  ["es", -1, 1],
  ["ardes", 58, 1],
  ["erdes", 58, 1],
  ["irdes", 58, 1],
  ["ares", 58, 1],
  ["eres", 58, 1],
  ["ires", 58, 1],
  ["asses", 58, 1],
  ["esses", 58, 1],
  ["isses", 58, 1],
  ["astes", 58, 1],
  ["estes", 58, 1],
  ["istes", 58, 1],
  ["is", -1, 1],
  ["ais", 71, 1],
  ["eis", 71, 1],
  ["areis", 73, 1],
  ["ereis", 73, 1],
  ["ireis", 73, 1],
  ["\u00E1reis", 73, 1],
  ["\u00E9reis", 73, 1],
  ["\u00EDreis", 73, 1],
  ["\u00E1sseis", 73, 1],
  ["\u00E9sseis", 73, 1],
  ["\u00EDsseis", 73, 1],
  ["\u00E1veis", 73, 1],
  ["\u00EDeis", 73, 1],
  ["ar\u00EDeis", 84, 1],
  ["er\u00EDeis", 84, 1],
  ["ir\u00EDeis", 84, 1],
  ["ados", -1, 1],
  ["idos", -1, 1],
  ["amos", -1, 1],
  ["\u00E1ramos", 90, 1],
  ["\u00E9ramos", 90, 1],
  ["\u00EDramos", 90, 1],
  ["\u00E1vamos", 90, 1],
  ["\u00EDamos", 90, 1],
  ["ar\u00EDamos", 95, 1],
  ["er\u00EDamos", 95, 1],
  ["ir\u00EDamos", 95, 1],
  ["emos", -1, 1],
  ["aremos", 99, 1],
  ["eremos", 99, 1],
  ["iremos", 99, 1],
  ["\u00E1ssemos", 99, 1],
  ["\u00EAssemos", 99, 1],
  ["\u00EDssemos", 99, 1],
  ["imos", -1, 1],
  ["armos", -1, 1],
  ["ermos", -1, 1],
  ["irmos", -1, 1],
  ["\u00E1mos", -1, 1],
  ["ar\u00E1s", -1, 1],
  ["er\u00E1s", -1, 1],
  ["ir\u00E1s", -1, 1],
  ["eu", -1, 1],
  ["iu", -1, 1],
  ["ou", -1, 1],
  ["ar\u00E1", -1, 1],
  ["er\u00E1", -1, 1],
  ["ir\u00E1", -1, 1],
];
const a_7 = [
  ["a", -1, 1],
  ["i", -1, 1],
  ["o", -1, 1],
  ["os", -1, 1],
  ["\u00E1", -1, 1],
  ["\u00ED", -1, 1],
  ["\u00F3", -1, 1],
];
const a_8 = [
  ["e", -1, 1],
  ["\u00E7", -1, 2],
  ["\u00E9", -1, 1],
  ["\u00EA", -1, 1],
];
const g_v = [17, 65, 16, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 19, 12, 2];
class Program extends SnowballProgram {
  I_p2 = 0;
  I_p1 = 0;
  I_pV = 0;
  r_prelude() {
    var among_var = undefined;
    var v_1 = undefined;

    replab0: while (true) {
      v_1 = this.cursor;

      lab1: do {
        this.bra = this.cursor;
        among_var = this.findAmong(a_0);

        if (among_var === 0) {
          break lab1;
        }

        this.ket = this.cursor;

        switch (among_var) {
          case 0:
            break lab1;

          case 1:
            this.replaceSlice("a~");
            break;

          case 2:
            this.replaceSlice("o~");
            break;

          case 3:
            if (this.cursor >= this.limit) {
              break lab1;
            }

            this.cursor++;
            break;
        }

        continue replab0;
      } while (false);

      this.cursor = v_1;
      break replab0;
    }

    return true;
  }
  r_mark_regions() {
    var v_1 = undefined;
    var v_2 = undefined;
    var v_3 = undefined;
    var v_6 = undefined;
    var v_8 = undefined;
    this.I_pV = this.limit;
    this.I_p1 = this.limit;
    this.I_p2 = this.limit;
    v_1 = this.cursor;

    lab0: do {
      lab1: do {
        v_2 = this.cursor;

        lab2: do {
          if (!this.inGroup(g_v, 97, 250)) {
            break lab2;
          }

          lab3: do {
            v_3 = this.cursor;

            lab4: do {
              if (!this.outOfGroup(g_v, 97, 250)) {
                break lab4;
              }

              golab5: while (true) {
                lab6: do {
                  if (!this.inGroup(g_v, 97, 250)) {
                    break lab6;
                  }

                  break golab5;
                } while (false);

                if (this.cursor >= this.limit) {
                  break lab4;
                }

                this.cursor++;
              }

              break lab3;
            } while (false);

            this.cursor = v_3;

            if (!this.inGroup(g_v, 97, 250)) {
              break lab2;
            }

            golab7: while (true) {
              lab8: do {
                if (!this.outOfGroup(g_v, 97, 250)) {
                  break lab8;
                }

                break golab7;
              } while (false);

              if (this.cursor >= this.limit) {
                break lab2;
              }

              this.cursor++;
            }
          } while (false);

          break lab1;
        } while (false);

        this.cursor = v_2;

        if (!this.outOfGroup(g_v, 97, 250)) {
          break lab0;
        }

        lab9: do {
          v_6 = this.cursor;

          lab10: do {
            if (!this.outOfGroup(g_v, 97, 250)) {
              break lab10;
            }

            golab11: while (true) {
              lab12: do {
                if (!this.inGroup(g_v, 97, 250)) {
                  break lab12;
                }

                break golab11;
              } while (false);

              if (this.cursor >= this.limit) {
                break lab10;
              }

              this.cursor++;
            }

            break lab9;
          } while (false);

          this.cursor = v_6;

          if (!this.inGroup(g_v, 97, 250)) {
            break lab0;
          }

          if (this.cursor >= this.limit) {
            break lab0;
          }

          this.cursor++;
        } while (false);
      } while (false);

      this.I_pV = this.cursor;
    } while (false);

    this.cursor = v_1;
    v_8 = this.cursor;

    lab13: do {
      golab14: while (true) {
        lab15: do {
          if (!this.inGroup(g_v, 97, 250)) {
            break lab15;
          }

          break golab14;
        } while (false);

        if (this.cursor >= this.limit) {
          break lab13;
        }

        this.cursor++;
      }

      golab16: while (true) {
        lab17: do {
          if (!this.outOfGroup(g_v, 97, 250)) {
            break lab17;
          }

          break golab16;
        } while (false);

        if (this.cursor >= this.limit) {
          break lab13;
        }

        this.cursor++;
      }

      this.I_p1 = this.cursor;

      golab18: while (true) {
        lab19: do {
          if (!this.inGroup(g_v, 97, 250)) {
            break lab19;
          }

          break golab18;
        } while (false);

        if (this.cursor >= this.limit) {
          break lab13;
        }

        this.cursor++;
      }

      golab20: while (true) {
        lab21: do {
          if (!this.outOfGroup(g_v, 97, 250)) {
            break lab21;
          }

          break golab20;
        } while (false);

        if (this.cursor >= this.limit) {
          break lab13;
        }

        this.cursor++;
      }

      this.I_p2 = this.cursor;
    } while (false);

    this.cursor = v_8;
    return true;
  }
  r_postlude() {
    var among_var = undefined;
    var v_1 = undefined;

    replab0: while (true) {
      v_1 = this.cursor;

      lab1: do {
        this.bra = this.cursor;
        among_var = this.findAmong(a_1);

        if (among_var === 0) {
          break lab1;
        }

        this.ket = this.cursor;

        switch (among_var) {
          case 0:
            break lab1;

          case 1:
            this.replaceSlice("\u00E3");
            break;

          case 2:
            this.replaceSlice("\u00F5");
            break;

          case 3:
            if (this.cursor >= this.limit) {
              break lab1;
            }

            this.cursor++;
            break;
        }

        continue replab0;
      } while (false);

      this.cursor = v_1;
      break replab0;
    }

    return true;
  }
  r_RV() {
    if (!(this.I_pV <= this.cursor)) {
      return false;
    }

    return true;
  }
  r_R1() {
    if (!(this.I_p1 <= this.cursor)) {
      return false;
    }

    return true;
  }
  r_R2() {
    if (!(this.I_p2 <= this.cursor)) {
      return false;
    }

    return true;
  }
  r_standard_suffix() {
    var among_var = undefined;
    var v_1 = undefined;
    var v_2 = undefined;
    var v_3 = undefined;
    var v_4 = undefined;
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
        if (!this.r_R2()) {
          return false;
        }

        this.removeSlice();
        break;

      case 2:
        if (!this.r_R2()) {
          return false;
        }

        this.replaceSlice("log");
        break;

      case 3:
        if (!this.r_R2()) {
          return false;
        }

        this.replaceSlice("u");
        break;

      case 4:
        if (!this.r_R2()) {
          return false;
        }

        this.replaceSlice("ente");
        break;

      case 5:
        if (!this.r_R1()) {
          return false;
        }

        this.removeSlice();
        v_1 = this.limit - this.cursor;

        lab0: do {
          this.ket = this.cursor;
          among_var = this.findAmongBefore(a_2);

          if (among_var === 0) {
            this.cursor = this.limit - v_1;
            break lab0;
          }

          this.bra = this.cursor;

          if (!this.r_R2()) {
            this.cursor = this.limit - v_1;
            break lab0;
          }

          this.removeSlice();

          switch (among_var) {
            case 0:
              this.cursor = this.limit - v_1;
              break lab0;

            case 1:
              this.ket = this.cursor;

              if (!this.equalsBefore("at")) {
                this.cursor = this.limit - v_1;
                break lab0;
              }

              this.bra = this.cursor;

              if (!this.r_R2()) {
                this.cursor = this.limit - v_1;
                break lab0;
              }

              this.removeSlice();
              break;
          }
        } while (false);

        break;

      case 6:
        if (!this.r_R2()) {
          return false;
        }

        this.removeSlice();
        v_2 = this.limit - this.cursor;

        lab1: do {
          this.ket = this.cursor;
          among_var = this.findAmongBefore(a_3);

          if (among_var === 0) {
            this.cursor = this.limit - v_2;
            break lab1;
          }

          this.bra = this.cursor;

          switch (among_var) {
            case 0:
              this.cursor = this.limit - v_2;
              break lab1;

            case 1:
              if (!this.r_R2()) {
                this.cursor = this.limit - v_2;
                break lab1;
              }

              this.removeSlice();
              break;
          }
        } while (false);

        break;

      case 7:
        if (!this.r_R2()) {
          return false;
        }

        this.removeSlice();
        v_3 = this.limit - this.cursor;

        lab2: do {
          this.ket = this.cursor;
          among_var = this.findAmongBefore(a_4);

          if (among_var === 0) {
            this.cursor = this.limit - v_3;
            break lab2;
          }

          this.bra = this.cursor;

          switch (among_var) {
            case 0:
              this.cursor = this.limit - v_3;
              break lab2;

            case 1:
              if (!this.r_R2()) {
                this.cursor = this.limit - v_3;
                break lab2;
              }

              this.removeSlice();
              break;
          }
        } while (false);

        break;

      case 8:
        if (!this.r_R2()) {
          return false;
        }

        this.removeSlice();
        v_4 = this.limit - this.cursor;

        lab3: do {
          this.ket = this.cursor;

          if (!this.equalsBefore("at")) {
            this.cursor = this.limit - v_4;
            break lab3;
          }

          this.bra = this.cursor;

          if (!this.r_R2()) {
            this.cursor = this.limit - v_4;
            break lab3;
          }

          this.removeSlice();
        } while (false);

        break;

      case 9:
        if (!this.r_RV()) {
          return false;
        }

        if (!this.equalsBefore("e")) {
          return false;
        }

        this.replaceSlice("ir");
        break;
    }

    return true;
  }
  r_verb_suffix() {
    var among_var = undefined;
    var v_1 = undefined;
    var v_2 = undefined;
    v_1 = this.limit - this.cursor;

    if (this.cursor < this.I_pV) {
      return false;
    }

    this.cursor = this.I_pV;
    v_2 = this.limit_backward;
    this.limit_backward = this.cursor;
    this.cursor = this.limit - v_1;
    this.ket = this.cursor;
    among_var = this.findAmongBefore(a_6);

    if (among_var === 0) {
      this.limit_backward = v_2;
      return false;
    }

    this.bra = this.cursor;

    switch (among_var) {
      case 0:
        this.limit_backward = v_2;
        return false;

      case 1:
        this.removeSlice();
        break;
    }

    this.limit_backward = v_2;
    return true;
  }
  r_residual_suffix() {
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
        if (!this.r_RV()) {
          return false;
        }

        this.removeSlice();
        break;
    }

    return true;
  }
  r_residual_form() {
    var among_var = undefined;
    var v_1 = undefined;
    var v_2 = undefined;
    var v_3 = undefined;
    this.ket = this.cursor;
    among_var = this.findAmongBefore(a_8);

    if (among_var === 0) {
      return false;
    }

    this.bra = this.cursor;

    switch (among_var) {
      case 0:
        return false;

      case 1:
        if (!this.r_RV()) {
          return false;
        }

        this.removeSlice();
        this.ket = this.cursor;

        lab0: do {
          v_1 = this.limit - this.cursor;

          lab1: do {
            if (!this.equalsBefore("u")) {
              break lab1;
            }

            this.bra = this.cursor;
            v_2 = this.limit - this.cursor;

            if (!this.equalsBefore("g")) {
              break lab1;
            }

            this.cursor = this.limit - v_2;
            break lab0;
          } while (false);

          this.cursor = this.limit - v_1;

          if (!this.equalsBefore("i")) {
            return false;
          }

          this.bra = this.cursor;
          v_3 = this.limit - this.cursor;

          if (!this.equalsBefore("c")) {
            return false;
          }

          this.cursor = this.limit - v_3;
        } while (false);

        if (!this.r_RV()) {
          return false;
        }

        this.removeSlice();
        break;

      case 2:
        this.replaceSlice("c");
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
      if (!this.r_prelude()) {
        break lab0;
      }
    } while (false);

    this.cursor = v_1;
    v_2 = this.cursor;

    lab1: do {
      if (!this.r_mark_regions()) {
        break lab1;
      }
    } while (false);

    this.cursor = v_2;
    this.limit_backward = this.cursor;
    this.cursor = this.limit;
    v_3 = this.limit - this.cursor;

    lab2: do {
      lab3: do {
        v_4 = this.limit - this.cursor;

        lab4: do {
          v_5 = this.limit - this.cursor;

          lab5: do {
            v_6 = this.limit - this.cursor;

            lab6: do {
              if (!this.r_standard_suffix()) {
                break lab6;
              }

              break lab5;
            } while (false);

            this.cursor = this.limit - v_6;

            if (!this.r_verb_suffix()) {
              break lab4;
            }
          } while (false);

          this.cursor = this.limit - v_5;
          v_7 = this.limit - this.cursor;

          lab7: do {
            this.ket = this.cursor;

            if (!this.equalsBefore("i")) {
              break lab7;
            }

            this.bra = this.cursor;
            v_8 = this.limit - this.cursor;

            if (!this.equalsBefore("c")) {
              break lab7;
            }

            this.cursor = this.limit - v_8;

            if (!this.r_RV()) {
              break lab7;
            }

            this.removeSlice();
          } while (false);

          this.cursor = this.limit - v_7;
          break lab3;
        } while (false);

        this.cursor = this.limit - v_4;

        if (!this.r_residual_suffix()) {
          break lab2;
        }
      } while (false);
    } while (false);

    this.cursor = this.limit - v_3;
    v_9 = this.limit - this.cursor;

    lab8: do {
      if (!this.r_residual_form()) {
        break lab8;
      }
    } while (false);

    this.cursor = this.limit - v_9;
    this.cursor = this.limit_backward;
    v_10 = this.cursor;

    lab9: do {
      if (!this.r_postlude()) {
        break lab9;
      }
    } while (false);

    this.cursor = v_10;
    return true;
  }
}
export const STEMMER: SnowballProgram = new Program();
