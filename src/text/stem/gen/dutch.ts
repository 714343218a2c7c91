// Made by `npm run gen` from the package snowball-stemmers 0.6.0 (ISC; the algorithms are Snowball's, BSD-3-Clause).
// @ts-nocheck: the package has no types.
import { SnowballProgram } from "../program.ts";
const a_0 = [
  ["", -1, 6],
  ["\u00E1", 0, 1],
  ["\u00E4", 0, 1],
  ["\u00E9", 0, 2],
  ["\u00EB", 0, 2],
  ["\u00ED", 0, 3],
  ["\u00EF", 0, 3],
  ["\u00F3", 0, 4],
  ["\u00F6", 0, 4],
  ["\u00FA", 0, 5],
  ["\u00FC", 0, 5],
];
const a_1 = [
  ["", -1, 3],
  ["I", 0, 2],
  ["Y", 0, 1],
];
const a_2 = [
  ["dd", -1, -1],
  ["kk", -1, -1],
  ["tt", -1, -1],
];
const a_3 = [
  ["ene", -1, 2],
  ["se", -1, 3],
  ["en", -1, 2],
  ["heden", 2, 1],
  ["s", -1, 3],
];
const a_4 = [
  ["end", -1, 1],
  ["ig", -1, 2],
  ["ing", -1, 1],
  ["lijk", -1, 3],
  ["baar", -1, 4],
  ["bar", -1, 5],
];
const a_5 = [
  ["aa", -1, -1],
  ["ee", -1, -1],
  ["oo", -1, -1],
  ["uu", -1, -1],
];
const g_v = [17, 65, 16, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 128];
const g_v_I = [1, 0, 0, 17, 65, 16, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 128];
const g_v_j = [17, 67, 16, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 128];
class Program extends SnowballProgram {
  I_p2 = 0;
  I_p1 = 0;
  B_e_found = false;
  r_prelude() {
    var among_var = undefined;
    var v_1 = undefined;
    var v_2 = undefined;
    var v_3 = undefined;
    var v_4 = undefined;
    var v_5 = undefined;
    var v_6 = undefined;
    v_1 = this.cursor;

    replab0: while (true) {
      v_2 = this.cursor;

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
            this.replaceSlice("a");
            break;

          case 2:
            this.replaceSlice("e");
            break;

          case 3:
            this.replaceSlice("i");
            break;

          case 4:
            this.replaceSlice("o");
            break;

          case 5:
            this.replaceSlice("u");
            break;

          case 6:
            if (this.cursor >= this.limit) {
              break lab1;
            }

            this.cursor++;
            break;
        }

        continue replab0;
      } while (false);

      this.cursor = v_2;
      break replab0;
    }

    this.cursor = v_1;
    v_3 = this.cursor;

    lab2: do {
      this.bra = this.cursor;

      if (!this.equals("y")) {
        this.cursor = v_3;
        break lab2;
      }

      this.ket = this.cursor;
      this.replaceSlice("Y");
    } while (false);

    replab3: while (true) {
      v_4 = this.cursor;

      lab4: do {
        golab5: while (true) {
          v_5 = this.cursor;

          lab6: do {
            if (!this.inGroup(g_v, 97, 232)) {
              break lab6;
            }

            this.bra = this.cursor;

            lab7: do {
              v_6 = this.cursor;

              lab8: do {
                if (!this.equals("i")) {
                  break lab8;
                }

                this.ket = this.cursor;

                if (!this.inGroup(g_v, 97, 232)) {
                  break lab8;
                }

                this.replaceSlice("I");
                break lab7;
              } while (false);

              this.cursor = v_6;

              if (!this.equals("y")) {
                break lab6;
              }

              this.ket = this.cursor;
              this.replaceSlice("Y");
            } while (false);

            this.cursor = v_5;
            break golab5;
          } while (false);

          this.cursor = v_5;

          if (this.cursor >= this.limit) {
            break lab4;
          }

          this.cursor++;
        }

        continue replab3;
      } while (false);

      this.cursor = v_4;
      break replab3;
    }

    return true;
  }
  r_mark_regions() {
    this.I_p1 = this.limit;
    this.I_p2 = this.limit;

    golab0: while (true) {
      lab1: do {
        if (!this.inGroup(g_v, 97, 232)) {
          break lab1;
        }

        break golab0;
      } while (false);

      if (this.cursor >= this.limit) {
        return false;
      }

      this.cursor++;
    }

    golab2: while (true) {
      lab3: do {
        if (!this.outOfGroup(g_v, 97, 232)) {
          break lab3;
        }

        break golab2;
      } while (false);

      if (this.cursor >= this.limit) {
        return false;
      }

      this.cursor++;
    }

    this.I_p1 = this.cursor;

    lab4: do {
      if (!(this.I_p1 < 3)) {
        break lab4;
      }

      this.I_p1 = 3;
    } while (false);

    golab5: while (true) {
      lab6: do {
        if (!this.inGroup(g_v, 97, 232)) {
          break lab6;
        }

        break golab5;
      } while (false);

      if (this.cursor >= this.limit) {
        return false;
      }

      this.cursor++;
    }

    golab7: while (true) {
      lab8: do {
        if (!this.outOfGroup(g_v, 97, 232)) {
          break lab8;
        }

        break golab7;
      } while (false);

      if (this.cursor >= this.limit) {
        return false;
      }

      this.cursor++;
    }

    this.I_p2 = this.cursor;
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
            this.replaceSlice("y");
            break;

          case 2:
            this.replaceSlice("i");
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
  r_undouble() {
    var v_1 = undefined;
    v_1 = this.limit - this.cursor;

    if (this.findAmongBefore(a_2) === 0) {
      return false;
    }

    this.cursor = this.limit - v_1;
    this.ket = this.cursor;

    if (this.cursor <= this.limit_backward) {
      return false;
    }

    this.cursor--;
    this.bra = this.cursor;
    this.removeSlice();
    return true;
  }
  r_e_ending() {
    var v_1 = undefined;
    this.B_e_found = false;
    this.ket = this.cursor;

    if (!this.equalsBefore("e")) {
      return false;
    }

    this.bra = this.cursor;

    if (!this.r_R1()) {
      return false;
    }

    v_1 = this.limit - this.cursor;

    if (!this.outOfGroupBefore(g_v, 97, 232)) {
      return false;
    }

    this.cursor = this.limit - v_1;
    this.removeSlice();
    this.B_e_found = true;

    if (!this.r_undouble()) {
      return false;
    }

    return true;
  }
  r_en_ending() {
    var v_1 = undefined;
    var v_2 = undefined;

    if (!this.r_R1()) {
      return false;
    }

    v_1 = this.limit - this.cursor;

    if (!this.outOfGroupBefore(g_v, 97, 232)) {
      return false;
    }

    this.cursor = this.limit - v_1;
    {
      v_2 = this.limit - this.cursor;

      lab0: do {
        if (!this.equalsBefore("gem")) {
          break lab0;
        }

        return false;
      } while (false);

      this.cursor = this.limit - v_2;
    }
    this.removeSlice();

    if (!this.r_undouble()) {
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
    var v_5 = undefined;
    var v_6 = undefined;
    var v_7 = undefined;
    var v_8 = undefined;
    var v_9 = undefined;
    var v_10 = undefined;
    v_1 = this.limit - this.cursor;

    lab0: do {
      this.ket = this.cursor;
      among_var = this.findAmongBefore(a_3);

      if (among_var === 0) {
        break lab0;
      }

      this.bra = this.cursor;

      switch (among_var) {
        case 0:
          break lab0;

        case 1:
          if (!this.r_R1()) {
            break lab0;
          }

          this.replaceSlice("heid");
          break;

        case 2:
          if (!this.r_en_ending()) {
            break lab0;
          }

          break;

        case 3:
          if (!this.r_R1()) {
            break lab0;
          }

          if (!this.outOfGroupBefore(g_v_j, 97, 232)) {
            break lab0;
          }

          this.removeSlice();
          break;
      }
    } while (false);

    this.cursor = this.limit - v_1;
    v_2 = this.limit - this.cursor;

    lab1: do {
      if (!this.r_e_ending()) {
        break lab1;
      }
    } while (false);

    this.cursor = this.limit - v_2;
    v_3 = this.limit - this.cursor;

    lab2: do {
      this.ket = this.cursor;

      if (!this.equalsBefore("heid")) {
        break lab2;
      }

      this.bra = this.cursor;

      if (!this.r_R2()) {
        break lab2;
      }

      {
        v_4 = this.limit - this.cursor;

        lab3: do {
          if (!this.equalsBefore("c")) {
            break lab3;
          }

          break lab2;
        } while (false);

        this.cursor = this.limit - v_4;
      }
      this.removeSlice();
      this.ket = this.cursor;

      if (!this.equalsBefore("en")) {
        break lab2;
      }

      this.bra = this.cursor;

      if (!this.r_en_ending()) {
        break lab2;
      }
    } while (false);

    this.cursor = this.limit - v_3;
    v_5 = this.limit - this.cursor;

    lab4: do {
      this.ket = this.cursor;
      among_var = this.findAmongBefore(a_4);

      if (among_var === 0) {
        break lab4;
      }

      this.bra = this.cursor;

      switch (among_var) {
        case 0:
          break lab4;

        case 1:
          if (!this.r_R2()) {
            break lab4;
          }

          this.removeSlice();

          lab5: do {
            v_6 = this.limit - this.cursor;

            lab6: do {
              this.ket = this.cursor;

              if (!this.equalsBefore("ig")) {
                break lab6;
              }

              this.bra = this.cursor;

              if (!this.r_R2()) {
                break lab6;
              }

              {
                v_7 = this.limit - this.cursor;

                lab7: do {
                  if (!this.equalsBefore("e")) {
                    break lab7;
                  }

                  break lab6;
                } while (false);

                this.cursor = this.limit - v_7;
              }
              this.removeSlice();
              break lab5;
            } while (false);

            this.cursor = this.limit - v_6;

            if (!this.r_undouble()) {
              break lab4;
            }
          } while (false);

          break;

        case 2:
          if (!this.r_R2()) {
            break lab4;
          }

          {
            v_8 = this.limit - this.cursor;

            lab8: do {
              if (!this.equalsBefore("e")) {
                break lab8;
              }

              break lab4;
            } while (false);

            this.cursor = this.limit - v_8;
          }
          this.removeSlice();
          break;

        case 3:
          if (!this.r_R2()) {
            break lab4;
          }

          this.removeSlice();

          if (!this.r_e_ending()) {
            break lab4;
          }

          break;

        case 4:
          if (!this.r_R2()) {
            break lab4;
          }

          this.removeSlice();
          break;

        case 5:
          if (!this.r_R2()) {
            break lab4;
          }

          if (!this.B_e_found) {
            break lab4;
          }

          this.removeSlice();
          break;
      }
    } while (false);

    this.cursor = this.limit - v_5;
    v_9 = this.limit - this.cursor;

    lab9: do {
      if (!this.outOfGroupBefore(g_v_I, 73, 232)) {
        break lab9;
      }

      v_10 = this.limit - this.cursor;

      if (this.findAmongBefore(a_5) === 0) {
        break lab9;
      }

      if (!this.outOfGroupBefore(g_v, 97, 232)) {
        break lab9;
      }

      this.cursor = this.limit - v_10;
      this.ket = this.cursor;

      if (this.cursor <= this.limit_backward) {
        break lab9;
      }

      this.cursor--;
      this.bra = this.cursor;
      this.removeSlice();
    } while (false);

    this.cursor = this.limit - v_9;
    return true;
  }
  run() {
    var v_1 = undefined;
    var v_2 = undefined;
    var v_3 = undefined;
    var v_4 = undefined;
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
      if (!this.r_standard_suffix()) {
        break lab2;
      }
    } while (false);

    this.cursor = this.limit - v_3;
    this.cursor = this.limit_backward;
    v_4 = this.cursor;

    lab3: do {
      if (!this.r_postlude()) {
        break lab3;
      }
    } while (false);

    this.cursor = v_4;
    return true;
  }
}
export const STEMMER: SnowballProgram = new Program();
