// Made by `npm run gen` from the package snowball-stemmers 0.6.0 (ISC; the algorithms are Snowball's, BSD-3-Clause).
// @ts-nocheck: the package has no types.
import { SnowballProgram } from "../program.ts";
const a_0 = [
  ["arsen", -1, -1],
  ["commun", -1, -1],
  ["gener", -1, -1],
];
const a_1 = [
  ["'", -1, 1],
  ["'s'", 0, 1],
  ["'s", -1, 1],
];
const a_2 = [
  ["ied", -1, 2],
  ["s", -1, 3],
  ["ies", 1, 2],
  ["sses", 1, 1],
  ["ss", 1, -1],
  ["us", 1, -1],
];
const a_3 = [
  ["", -1, 3],
  ["bb", 0, 2],
  ["dd", 0, 2],
  ["ff", 0, 2],
  ["gg", 0, 2],
  ["bl", 0, 1],
  ["mm", 0, 2],
  ["nn", 0, 2],
  ["pp", 0, 2],
  ["rr", 0, 2],
  ["at", 0, 1],
  ["tt", 0, 2],
  ["iz", 0, 1],
];
const a_4 = [
  ["ed", -1, 2],
  ["eed", 0, 1],
  ["ing", -1, 2],
  ["edly", -1, 2],
  ["eedly", 3, 1],
  ["ingly", -1, 2],
];
const a_5 = [
  ["anci", -1, 3],
  ["enci", -1, 2],
  ["ogi", -1, 13],
  ["li", -1, 16],
  ["bli", 3, 12],
  ["abli", 4, 4],
  ["alli", 3, 8],
  ["fulli", 3, 14],
  ["lessli", 3, 15],
  ["ousli", 3, 10],
  ["entli", 3, 5],
  ["aliti", -1, 8],
  ["biliti", -1, 12],
  ["iviti", -1, 11],
  ["tional", -1, 1],
  ["ational", 14, 7],
  ["alism", -1, 8],
  ["ation", -1, 7],
  ["ization", 17, 6],
  ["izer", -1, 6],
  ["ator", -1, 7],
  ["iveness", -1, 11],
  ["fulness", -1, 9],
  ["ousness", -1, 10],
];
const a_6 = [
  ["icate", -1, 4],
  ["ative", -1, 6],
  ["alize", -1, 3],
  ["iciti", -1, 4],
  ["ical", -1, 4],
  ["tional", -1, 1],
  ["ational", 5, 2],
  ["ful", -1, 5],
  ["ness", -1, 5],
];
const a_7 = [
  ["ic", -1, 1],
  ["ance", -1, 1],
  ["ence", -1, 1],
  ["able", -1, 1],
  ["ible", -1, 1],
  ["ate", -1, 1],
  ["ive", -1, 1],
  ["ize", -1, 1],
  ["iti", -1, 1],
  ["al", -1, 1],
  ["ism", -1, 1],
  ["ion", -1, 2],
  ["er", -1, 1],
  ["ous", -1, 1],
  ["ant", -1, 1],
  ["ent", -1, 1],
  ["ment", 15, 1],
  ["ement", 16, 1],
];
const a_8 = [
  ["e", -1, 1],
  ["l", -1, 2],
];
const a_9 = [
  ["succeed", -1, -1],
  ["proceed", -1, -1],
  ["exceed", -1, -1],
  ["canning", -1, -1],
  ["inning", -1, -1],
  ["earring", -1, -1],
  ["herring", -1, -1],
  ["outing", -1, -1],
];
const a_10 = [
  ["andes", -1, -1],
  ["atlas", -1, -1],
  ["bias", -1, -1],
  ["cosmos", -1, -1],
  ["dying", -1, 3],
  ["early", -1, 9],
  ["gently", -1, 7],
  ["howe", -1, -1],
  ["idly", -1, 6],
  ["lying", -1, 4],
  ["news", -1, -1],
  ["only", -1, 10],
  ["singly", -1, 11],
  ["skies", -1, 2],
  ["skis", -1, 1],
  ["sky", -1, -1],
  ["tying", -1, 5],
  ["ugly", -1, 8],
];
const g_v = [17, 65, 16, 1];
const g_v_WXY = [1, 17, 65, 208, 1];
const g_valid_LI = [55, 141, 2];
class Program extends SnowballProgram {
  B_Y_found = false;
  I_p2 = 0;
  I_p1 = 0;
  r_prelude() {
    var v_1 = undefined;
    var v_2 = undefined;
    var v_3 = undefined;
    var v_4 = undefined;
    var v_5 = undefined;
    this.B_Y_found = false;
    v_1 = this.cursor;

    lab0: do {
      this.bra = this.cursor;

      if (!this.equals("'")) {
        break lab0;
      }

      this.ket = this.cursor;
      this.removeSlice();
    } while (false);

    this.cursor = v_1;
    v_2 = this.cursor;

    lab1: do {
      this.bra = this.cursor;

      if (!this.equals("y")) {
        break lab1;
      }

      this.ket = this.cursor;
      this.replaceSlice("Y");
      this.B_Y_found = true;
    } while (false);

    this.cursor = v_2;
    v_3 = this.cursor;

    lab2: do {
      replab3: while (true) {
        v_4 = this.cursor;

        lab4: do {
          golab5: while (true) {
            v_5 = this.cursor;

            lab6: do {
              if (!this.inGroup(g_v, 97, 121)) {
                break lab6;
              }

              this.bra = this.cursor;

              if (!this.equals("y")) {
                break lab6;
              }

              this.ket = this.cursor;
              this.cursor = v_5;
              break golab5;
            } while (false);

            this.cursor = v_5;

            if (this.cursor >= this.limit) {
              break lab4;
            }

            this.cursor++;
          }

          this.replaceSlice("Y");
          this.B_Y_found = true;
          continue replab3;
        } while (false);

        this.cursor = v_4;
        break replab3;
      }
    } while (false);

    this.cursor = v_3;
    return true;
  }
  r_mark_regions() {
    var v_1 = undefined;
    var v_2 = undefined;
    this.I_p1 = this.limit;
    this.I_p2 = this.limit;
    v_1 = this.cursor;

    lab0: do {
      lab1: do {
        v_2 = this.cursor;

        lab2: do {
          if (this.findAmong(a_0) === 0) {
            break lab2;
          }

          break lab1;
        } while (false);

        this.cursor = v_2;

        golab3: while (true) {
          lab4: do {
            if (!this.inGroup(g_v, 97, 121)) {
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
            if (!this.outOfGroup(g_v, 97, 121)) {
              break lab6;
            }

            break golab5;
          } while (false);

          if (this.cursor >= this.limit) {
            break lab0;
          }

          this.cursor++;
        }
      } while (false);

      this.I_p1 = this.cursor;

      golab7: while (true) {
        lab8: do {
          if (!this.inGroup(g_v, 97, 121)) {
            break lab8;
          }

          break golab7;
        } while (false);

        if (this.cursor >= this.limit) {
          break lab0;
        }

        this.cursor++;
      }

      golab9: while (true) {
        lab10: do {
          if (!this.outOfGroup(g_v, 97, 121)) {
            break lab10;
          }

          break golab9;
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
  r_shortv() {
    var v_1 = undefined;

    lab0: do {
      v_1 = this.limit - this.cursor;

      lab1: do {
        if (!this.outOfGroupBefore(g_v_WXY, 89, 121)) {
          break lab1;
        }

        if (!this.inGroupBefore(g_v, 97, 121)) {
          break lab1;
        }

        if (!this.outOfGroupBefore(g_v, 97, 121)) {
          break lab1;
        }

        break lab0;
      } while (false);

      this.cursor = this.limit - v_1;

      if (!this.outOfGroupBefore(g_v, 97, 121)) {
        return false;
      }

      if (!this.inGroupBefore(g_v, 97, 121)) {
        return false;
      }

      if (this.cursor > this.limit_backward) {
        return false;
      }
    } while (false);

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
  r_Step_1a() {
    var among_var = undefined;
    var v_1 = undefined;
    var v_2 = undefined;
    v_1 = this.limit - this.cursor;

    lab0: do {
      this.ket = this.cursor;
      among_var = this.findAmongBefore(a_1);

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
          this.removeSlice();
          break;
      }
    } while (false);

    this.ket = this.cursor;
    among_var = this.findAmongBefore(a_2);

    if (among_var === 0) {
      return false;
    }

    this.bra = this.cursor;

    switch (among_var) {
      case 0:
        return false;

      case 1:
        this.replaceSlice("ss");
        break;

      case 2:
        lab1: do {
          v_2 = this.limit - this.cursor;

          lab2: do {
            {
              var c = this.cursor - 2;

              if (this.limit_backward > c || c > this.limit) {
                break lab2;
              }

              this.cursor = c;
            }
            this.replaceSlice("i");
            break lab1;
          } while (false);

          this.cursor = this.limit - v_2;
          this.replaceSlice("ie");
        } while (false);

        break;

      case 3:
        if (this.cursor <= this.limit_backward) {
          return false;
        }

        this.cursor--;

        golab3: while (true) {
          lab4: do {
            if (!this.inGroupBefore(g_v, 97, 121)) {
              break lab4;
            }

            break golab3;
          } while (false);

          if (this.cursor <= this.limit_backward) {
            return false;
          }

          this.cursor--;
        }

        this.removeSlice();
        break;
    }

    return true;
  }
  r_Step_1b() {
    var among_var = undefined;
    var v_1 = undefined;
    var v_3 = undefined;
    var v_4 = undefined;
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
        if (!this.r_R1()) {
          return false;
        }

        this.replaceSlice("ee");
        break;

      case 2:
        v_1 = this.limit - this.cursor;

        golab0: while (true) {
          lab1: do {
            if (!this.inGroupBefore(g_v, 97, 121)) {
              break lab1;
            }

            break golab0;
          } while (false);

          if (this.cursor <= this.limit_backward) {
            return false;
          }

          this.cursor--;
        }

        this.cursor = this.limit - v_1;
        this.removeSlice();
        v_3 = this.limit - this.cursor;
        among_var = this.findAmongBefore(a_3);

        if (among_var === 0) {
          return false;
        }

        this.cursor = this.limit - v_3;

        switch (among_var) {
          case 0:
            return false;

          case 1:
            {
              var c = this.cursor;
              this.insert(this.cursor, this.cursor, "e");
              this.cursor = c;
            }
            break;

          case 2:
            this.ket = this.cursor;

            if (this.cursor <= this.limit_backward) {
              return false;
            }

            this.cursor--;
            this.bra = this.cursor;
            this.removeSlice();
            break;

          case 3:
            if (this.cursor !== this.I_p1) {
              return false;
            }

            v_4 = this.limit - this.cursor;

            if (!this.r_shortv()) {
              return false;
            }

            this.cursor = this.limit - v_4;
            {
              var c = this.cursor;
              this.insert(this.cursor, this.cursor, "e");
              this.cursor = c;
            }
            break;
        }

        break;
    }

    return true;
  }
  r_Step_1c() {
    var v_1 = undefined;
    var v_2 = undefined;
    this.ket = this.cursor;

    lab0: do {
      v_1 = this.limit - this.cursor;

      lab1: do {
        if (!this.equalsBefore("y")) {
          break lab1;
        }

        break lab0;
      } while (false);

      this.cursor = this.limit - v_1;

      if (!this.equalsBefore("Y")) {
        return false;
      }
    } while (false);

    this.bra = this.cursor;

    if (!this.outOfGroupBefore(g_v, 97, 121)) {
      return false;
    }

    {
      v_2 = this.limit - this.cursor;

      lab2: do {
        if (this.cursor > this.limit_backward) {
          break lab2;
        }

        return false;
      } while (false);

      this.cursor = this.limit - v_2;
    }
    this.replaceSlice("i");
    return true;
  }
  r_Step_2() {
    var among_var = undefined;
    this.ket = this.cursor;
    among_var = this.findAmongBefore(a_5);

    if (among_var === 0) {
      return false;
    }

    this.bra = this.cursor;

    if (!this.r_R1()) {
      return false;
    }

    switch (among_var) {
      case 0:
        return false;

      case 1:
        this.replaceSlice("tion");
        break;

      case 2:
        this.replaceSlice("ence");
        break;

      case 3:
        this.replaceSlice("ance");
        break;

      case 4:
        this.replaceSlice("able");
        break;

      case 5:
        this.replaceSlice("ent");
        break;

      case 6:
        this.replaceSlice("ize");
        break;

      case 7:
        this.replaceSlice("ate");
        break;

      case 8:
        this.replaceSlice("al");
        break;

      case 9:
        this.replaceSlice("ful");
        break;

      case 10:
        this.replaceSlice("ous");
        break;

      case 11:
        this.replaceSlice("ive");
        break;

      case 12:
        this.replaceSlice("ble");
        break;

      case 13:
        if (!this.equalsBefore("l")) {
          return false;
        }

        this.replaceSlice("og");
        break;

      case 14:
        this.replaceSlice("ful");
        break;

      case 15:
        this.replaceSlice("less");
        break;

      case 16:
        if (!this.inGroupBefore(g_valid_LI, 99, 116)) {
          return false;
        }

        this.removeSlice();
        break;
    }

    return true;
  }
  r_Step_3() {
    var among_var = undefined;
    this.ket = this.cursor;
    among_var = this.findAmongBefore(a_6);

    if (among_var === 0) {
      return false;
    }

    this.bra = this.cursor;

    if (!this.r_R1()) {
      return false;
    }

    switch (among_var) {
      case 0:
        return false;

      case 1:
        this.replaceSlice("tion");
        break;

      case 2:
        this.replaceSlice("ate");
        break;

      case 3:
        this.replaceSlice("al");
        break;

      case 4:
        this.replaceSlice("ic");
        break;

      case 5:
        this.removeSlice();
        break;

      case 6:
        if (!this.r_R2()) {
          return false;
        }

        this.removeSlice();
        break;
    }

    return true;
  }
  r_Step_4() {
    var among_var = undefined;
    var v_1 = undefined;
    this.ket = this.cursor;
    among_var = this.findAmongBefore(a_7);

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

      case 2:
        lab0: do {
          v_1 = this.limit - this.cursor;

          lab1: do {
            if (!this.equalsBefore("s")) {
              break lab1;
            }

            break lab0;
          } while (false);

          this.cursor = this.limit - v_1;

          if (!this.equalsBefore("t")) {
            return false;
          }
        } while (false);

        this.removeSlice();
        break;
    }

    return true;
  }
  r_Step_5() {
    var among_var = undefined;
    var v_1 = undefined;
    var v_2 = undefined;
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
        lab0: do {
          v_1 = this.limit - this.cursor;

          lab1: do {
            if (!this.r_R2()) {
              break lab1;
            }

            break lab0;
          } while (false);

          this.cursor = this.limit - v_1;

          if (!this.r_R1()) {
            return false;
          }

          {
            v_2 = this.limit - this.cursor;

            lab2: do {
              if (!this.r_shortv()) {
                break lab2;
              }

              return false;
            } while (false);

            this.cursor = this.limit - v_2;
          }
        } while (false);

        this.removeSlice();
        break;

      case 2:
        if (!this.r_R2()) {
          return false;
        }

        if (!this.equalsBefore("l")) {
          return false;
        }

        this.removeSlice();
        break;
    }

    return true;
  }
  r_exception2() {
    this.ket = this.cursor;

    if (this.findAmongBefore(a_9) === 0) {
      return false;
    }

    this.bra = this.cursor;

    if (this.cursor > this.limit_backward) {
      return false;
    }

    return true;
  }
  r_exception1() {
    var among_var = undefined;
    this.bra = this.cursor;
    among_var = this.findAmong(a_10);

    if (among_var === 0) {
      return false;
    }

    this.ket = this.cursor;

    if (this.cursor < this.limit) {
      return false;
    }

    switch (among_var) {
      case 0:
        return false;

      case 1:
        this.replaceSlice("ski");
        break;

      case 2:
        this.replaceSlice("sky");
        break;

      case 3:
        this.replaceSlice("die");
        break;

      case 4:
        this.replaceSlice("lie");
        break;

      case 5:
        this.replaceSlice("tie");
        break;

      case 6:
        this.replaceSlice("idl");
        break;

      case 7:
        this.replaceSlice("gentl");
        break;

      case 8:
        this.replaceSlice("ugli");
        break;

      case 9:
        this.replaceSlice("earli");
        break;

      case 10:
        this.replaceSlice("onli");
        break;

      case 11:
        this.replaceSlice("singl");
        break;
    }

    return true;
  }
  r_postlude() {
    var v_1 = undefined;
    var v_2 = undefined;

    if (!this.B_Y_found) {
      return false;
    }

    replab0: while (true) {
      v_1 = this.cursor;

      lab1: do {
        golab2: while (true) {
          v_2 = this.cursor;

          lab3: do {
            this.bra = this.cursor;

            if (!this.equals("Y")) {
              break lab3;
            }

            this.ket = this.cursor;
            this.cursor = v_2;
            break golab2;
          } while (false);

          this.cursor = v_2;

          if (this.cursor >= this.limit) {
            break lab1;
          }

          this.cursor++;
        }

        this.replaceSlice("y");
        continue replab0;
      } while (false);

      this.cursor = v_1;
      break replab0;
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
    var v_11 = undefined;
    var v_12 = undefined;
    var v_13 = undefined;

    lab0: do {
      v_1 = this.cursor;

      lab1: do {
        if (!this.r_exception1()) {
          break lab1;
        }

        break lab0;
      } while (false);

      this.cursor = v_1;

      lab2: do {
        {
          v_2 = this.cursor;

          lab3: do {
            {
              var c = this.cursor + 3;

              if (0 > c || c > this.limit) {
                break lab3;
              }

              this.cursor = c;
            }
            break lab2;
          } while (false);

          this.cursor = v_2;
        }
        break lab0;
      } while (false);

      this.cursor = v_1;
      v_3 = this.cursor;

      lab4: do {
        if (!this.r_prelude()) {
          break lab4;
        }
      } while (false);

      this.cursor = v_3;
      v_4 = this.cursor;

      lab5: do {
        if (!this.r_mark_regions()) {
          break lab5;
        }
      } while (false);

      this.cursor = v_4;
      this.limit_backward = this.cursor;
      this.cursor = this.limit;
      v_5 = this.limit - this.cursor;

      lab6: do {
        if (!this.r_Step_1a()) {
          break lab6;
        }
      } while (false);

      this.cursor = this.limit - v_5;

      lab7: do {
        v_6 = this.limit - this.cursor;

        lab8: do {
          if (!this.r_exception2()) {
            break lab8;
          }

          break lab7;
        } while (false);

        this.cursor = this.limit - v_6;
        v_7 = this.limit - this.cursor;

        lab9: do {
          if (!this.r_Step_1b()) {
            break lab9;
          }
        } while (false);

        this.cursor = this.limit - v_7;
        v_8 = this.limit - this.cursor;

        lab10: do {
          if (!this.r_Step_1c()) {
            break lab10;
          }
        } while (false);

        this.cursor = this.limit - v_8;
        v_9 = this.limit - this.cursor;

        lab11: do {
          if (!this.r_Step_2()) {
            break lab11;
          }
        } while (false);

        this.cursor = this.limit - v_9;
        v_10 = this.limit - this.cursor;

        lab12: do {
          if (!this.r_Step_3()) {
            break lab12;
          }
        } while (false);

        this.cursor = this.limit - v_10;
        v_11 = this.limit - this.cursor;

        lab13: do {
          if (!this.r_Step_4()) {
            break lab13;
          }
        } while (false);

        this.cursor = this.limit - v_11;
        v_12 = this.limit - this.cursor;

        lab14: do {
          if (!this.r_Step_5()) {
            break lab14;
          }
        } while (false);

        this.cursor = this.limit - v_12;
      } while (false);

      this.cursor = this.limit_backward;
      v_13 = this.cursor;

      lab15: do {
        if (!this.r_postlude()) {
          break lab15;
        }
      } while (false);

      this.cursor = v_13;
    } while (false);

    return true;
  }
}
export const STEMMER: SnowballProgram = new Program();
