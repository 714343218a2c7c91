// Made by `npm run gen` from the package snowball-stemmers 0.6.0 (ISC; the algorithms are Snowball's, BSD-3-Clause).
// @ts-nocheck: the package has no types.
import { SnowballProgram } from "../program.ts";
const a_0 = [
  ["", -1, 6],
  ["U", 0, 2],
  ["Y", 0, 1],
  ["\u00E4", 0, 3],
  ["\u00F6", 0, 4],
  ["\u00FC", 0, 5],
];
const a_1 = [
  ["e", -1, 2],
  ["em", -1, 1],
  ["en", -1, 2],
  ["ern", -1, 1],
  ["er", -1, 1],
  ["s", -1, 3],
  ["es", 5, 2],
];
const a_2 = [
  ["en", -1, 1],
  ["er", -1, 1],
  ["st", -1, 2],
  ["est", 2, 1],
];
const a_3 = [
  ["ig", -1, 1],
  ["lich", -1, 1],
];
const a_4 = [
  ["end", -1, 1],
  ["ig", -1, 2],
  ["ung", -1, 1],
  ["lich", -1, 3],
  ["isch", -1, 2],
  ["ik", -1, 2],
  ["heit", -1, 3],
  ["keit", -1, 4],
];
const g_v = [17, 65, 16, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 32, 8];
const g_s_ending = [117, 30, 5];
const g_st_ending = [117, 30, 4];
class Program extends SnowballProgram {
  I_x = 0;
  I_p2 = 0;
  I_p1 = 0;
  r_prelude() {
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
        lab2: do {
          v_3 = this.cursor;

          lab3: do {
            this.bra = this.cursor;

            if (!this.equals("\u00DF")) {
              break lab3;
            }

            this.ket = this.cursor;
            this.replaceSlice("ss");
            break lab2;
          } while (false);

          this.cursor = v_3;

          if (this.cursor >= this.limit) {
            break lab1;
          }

          this.cursor++;
        } while (false);

        continue replab0;
      } while (false);

      this.cursor = v_2;
      break replab0;
    }

    this.cursor = v_1;

    replab4: while (true) {
      v_4 = this.cursor;

      lab5: do {
        golab6: while (true) {
          v_5 = this.cursor;

          lab7: do {
            if (!this.inGroup(g_v, 97, 252)) {
              break lab7;
            }

            this.bra = this.cursor;

            lab8: do {
              v_6 = this.cursor;

              lab9: do {
                if (!this.equals("u")) {
                  break lab9;
                }

                this.ket = this.cursor;

                if (!this.inGroup(g_v, 97, 252)) {
                  break lab9;
                }

                this.replaceSlice("U");
                break lab8;
              } while (false);

              this.cursor = v_6;

              if (!this.equals("y")) {
                break lab7;
              }

              this.ket = this.cursor;

              if (!this.inGroup(g_v, 97, 252)) {
                break lab7;
              }

              this.replaceSlice("Y");
            } while (false);

            this.cursor = v_5;
            break golab6;
          } while (false);

          this.cursor = v_5;

          if (this.cursor >= this.limit) {
            break lab5;
          }

          this.cursor++;
        }

        continue replab4;
      } while (false);

      this.cursor = v_4;
      break replab4;
    }

    return true;
  }
  r_mark_regions() {
    var v_1 = undefined;
    this.I_p1 = this.limit;
    this.I_p2 = this.limit;
    v_1 = this.cursor;
    {
      var c = this.cursor + 3;

      if (0 > c || c > this.limit) {
        return false;
      }

      this.cursor = c;
    }
    this.I_x = this.cursor;
    this.cursor = v_1;

    golab0: while (true) {
      lab1: do {
        if (!this.inGroup(g_v, 97, 252)) {
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
        if (!this.outOfGroup(g_v, 97, 252)) {
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
      if (!(this.I_p1 < this.I_x)) {
        break lab4;
      }

      this.I_p1 = this.I_x;
    } while (false);

    golab5: while (true) {
      lab6: do {
        if (!this.inGroup(g_v, 97, 252)) {
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
        if (!this.outOfGroup(g_v, 97, 252)) {
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
        among_var = this.findAmong(a_0);

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
            this.replaceSlice("u");
            break;

          case 3:
            this.replaceSlice("a");
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
      among_var = this.findAmongBefore(a_1);

      if (among_var === 0) {
        break lab0;
      }

      this.bra = this.cursor;

      if (!this.r_R1()) {
        break lab0;
      }

      switch (among_var) {
        case 0:
          break lab0;

        case 1:
          this.removeSlice();
          break;

        case 2:
          this.removeSlice();
          v_2 = this.limit - this.cursor;

          lab1: do {
            this.ket = this.cursor;

            if (!this.equalsBefore("s")) {
              this.cursor = this.limit - v_2;
              break lab1;
            }

            this.bra = this.cursor;

            if (!this.equalsBefore("nis")) {
              this.cursor = this.limit - v_2;
              break lab1;
            }

            this.removeSlice();
          } while (false);

          break;

        case 3:
          if (!this.inGroupBefore(g_s_ending, 98, 116)) {
            break lab0;
          }

          this.removeSlice();
          break;
      }
    } while (false);

    this.cursor = this.limit - v_1;
    v_3 = this.limit - this.cursor;

    lab2: do {
      this.ket = this.cursor;
      among_var = this.findAmongBefore(a_2);

      if (among_var === 0) {
        break lab2;
      }

      this.bra = this.cursor;

      if (!this.r_R1()) {
        break lab2;
      }

      switch (among_var) {
        case 0:
          break lab2;

        case 1:
          this.removeSlice();
          break;

        case 2:
          if (!this.inGroupBefore(g_st_ending, 98, 116)) {
            break lab2;
          }

          {
            var c = this.cursor - 3;

            if (this.limit_backward > c || c > this.limit) {
              break lab2;
            }

            this.cursor = c;
          }
          this.removeSlice();
          break;
      }
    } while (false);

    this.cursor = this.limit - v_3;
    v_4 = this.limit - this.cursor;

    lab3: do {
      this.ket = this.cursor;
      among_var = this.findAmongBefore(a_4);

      if (among_var === 0) {
        break lab3;
      }

      this.bra = this.cursor;

      if (!this.r_R2()) {
        break lab3;
      }

      switch (among_var) {
        case 0:
          break lab3;

        case 1:
          this.removeSlice();
          v_5 = this.limit - this.cursor;

          lab4: do {
            this.ket = this.cursor;

            if (!this.equalsBefore("ig")) {
              this.cursor = this.limit - v_5;
              break lab4;
            }

            this.bra = this.cursor;
            {
              v_6 = this.limit - this.cursor;

              lab5: do {
                if (!this.equalsBefore("e")) {
                  break lab5;
                }

                this.cursor = this.limit - v_5;
                break lab4;
              } while (false);

              this.cursor = this.limit - v_6;
            }

            if (!this.r_R2()) {
              this.cursor = this.limit - v_5;
              break lab4;
            }

            this.removeSlice();
          } while (false);

          break;

        case 2:
          {
            v_7 = this.limit - this.cursor;

            lab6: do {
              if (!this.equalsBefore("e")) {
                break lab6;
              }

              break lab3;
            } while (false);

            this.cursor = this.limit - v_7;
          }
          this.removeSlice();
          break;

        case 3:
          this.removeSlice();
          v_8 = this.limit - this.cursor;

          lab7: do {
            this.ket = this.cursor;

            lab8: do {
              v_9 = this.limit - this.cursor;

              lab9: do {
                if (!this.equalsBefore("er")) {
                  break lab9;
                }

                break lab8;
              } while (false);

              this.cursor = this.limit - v_9;

              if (!this.equalsBefore("en")) {
                this.cursor = this.limit - v_8;
                break lab7;
              }
            } while (false);

            this.bra = this.cursor;

            if (!this.r_R1()) {
              this.cursor = this.limit - v_8;
              break lab7;
            }

            this.removeSlice();
          } while (false);

          break;

        case 4:
          this.removeSlice();
          v_10 = this.limit - this.cursor;

          lab10: do {
            this.ket = this.cursor;
            among_var = this.findAmongBefore(a_3);

            if (among_var === 0) {
              this.cursor = this.limit - v_10;
              break lab10;
            }

            this.bra = this.cursor;

            if (!this.r_R2()) {
              this.cursor = this.limit - v_10;
              break lab10;
            }

            switch (among_var) {
              case 0:
                this.cursor = this.limit - v_10;
                break lab10;

              case 1:
                this.removeSlice();
                break;
            }
          } while (false);

          break;
      }
    } while (false);

    this.cursor = this.limit - v_4;
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
