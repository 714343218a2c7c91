// Made by `npm run gen` from the package snowball-stemmers 0.6.0 (ISC; the algorithms are Snowball's, BSD-3-Clause).
// @ts-nocheck: the package has no types.
import { SnowballProgram } from "../program.ts";
const a_0 = [
  ["cs", -1, -1],
  ["dzs", -1, -1],
  ["gy", -1, -1],
  ["ly", -1, -1],
  ["ny", -1, -1],
  ["sz", -1, -1],
  ["ty", -1, -1],
  ["zs", -1, -1],
];
const a_1 = [
  ["\u00E1", -1, 1],
  ["\u00E9", -1, 2],
];
const a_2 = [
  ["bb", -1, -1],
  ["cc", -1, -1],
  ["dd", -1, -1],
  ["ff", -1, -1],
  ["gg", -1, -1],
  ["jj", -1, -1],
  ["kk", -1, -1],
  ["ll", -1, -1],
  ["mm", -1, -1],
  ["nn", -1, -1],
  ["pp", -1, -1],
  ["rr", -1, -1],
  ["ccs", -1, -1],
  ["ss", -1, -1],
  ["zzs", -1, -1],
  ["tt", -1, -1],
  ["vv", -1, -1],
  ["ggy", -1, -1],
  ["lly", -1, -1],
  ["nny", -1, -1],
  ["tty", -1, -1],
  ["ssz", -1, -1],
  ["zz", -1, -1],
];
const a_3 = [
  ["al", -1, 1],
  ["el", -1, 2],
];
const a_4 = [
  ["ba", -1, -1],
  ["ra", -1, -1],
  ["be", -1, -1],
  ["re", -1, -1],
  ["ig", -1, -1],
  ["nak", -1, -1],
  ["nek", -1, -1],
  ["val", -1, -1],
  ["vel", -1, -1],
  ["ul", -1, -1],
  ["n\u00E1l", -1, -1],
  ["n\u00E9l", -1, -1],
  ["b\u00F3l", -1, -1],
  ["r\u00F3l", -1, -1],
  ["t\u00F3l", -1, -1],
  ["\u00FCl", -1, -1],
  ["b\u0151l", -1, -1],
  ["r\u0151l", -1, -1],
  ["t\u0151l", -1, -1],
  ["n", -1, -1],
  ["an", 19, -1],
  ["ban", 20, -1],
  ["en", 19, -1],
  ["ben", 22, -1],
  ["k\u00E9ppen", 22, -1],
  ["on", 19, -1],
  ["\u00F6n", 19, -1],
  ["k\u00E9pp", -1, -1],
  ["kor", -1, -1],
  ["t", -1, -1],
  ["at", 29, -1],
  ["et", 29, -1],
  ["k\u00E9nt", 29, -1],
  ["ank\u00E9nt", 32, -1],
  ["enk\u00E9nt", 32, -1],
  ["onk\u00E9nt", 32, -1],
  ["ot", 29, -1],
  ["\u00E9rt", 29, -1],
  ["\u00F6t", 29, -1],
  ["hez", -1, -1],
  ["hoz", -1, -1],
  ["h\u00F6z", -1, -1],
  ["v\u00E1", -1, -1],
  ["v\u00E9", -1, -1],
];
const a_5 = [
  ["\u00E1n", -1, 2],
  ["\u00E9n", -1, 1],
  ["\u00E1nk\u00E9nt", -1, 3],
];
const a_6 = [
  ["stul", -1, 2],
  ["astul", 0, 1],
  ["\u00E1stul", 0, 3],
  ["st\u00FCl", -1, 2],
  ["est\u00FCl", 3, 1],
  ["\u00E9st\u00FCl", 3, 4],
];
const a_7 = [
  ["\u00E1", -1, 1],
  ["\u00E9", -1, 2],
];
const a_8 = [
  ["k", -1, 7],
  ["ak", 0, 4],
  ["ek", 0, 6],
  ["ok", 0, 5],
  ["\u00E1k", 0, 1],
  ["\u00E9k", 0, 2],
  ["\u00F6k", 0, 3],
];
const a_9 = [
  ["\u00E9i", -1, 7],
  ["\u00E1\u00E9i", 0, 6],
  ["\u00E9\u00E9i", 0, 5],
  ["\u00E9", -1, 9],
  ["k\u00E9", 3, 4],
  ["ak\u00E9", 4, 1],
  ["ek\u00E9", 4, 1],
  ["ok\u00E9", 4, 1],
  ["\u00E1k\u00E9", 4, 3],
  ["\u00E9k\u00E9", 4, 2],
  ["\u00F6k\u00E9", 4, 1],
  ["\u00E9\u00E9", 3, 8],
];
const a_10 = [
  ["a", -1, 18],
  ["ja", 0, 17],
  ["d", -1, 16],
  ["ad", 2, 13],
  ["ed", 2, 13],
  ["od", 2, 13],
  ["\u00E1d", 2, 14],
  ["\u00E9d", 2, 15],
  ["\u00F6d", 2, 13],
  ["e", -1, 18],
  ["je", 9, 17],
  ["nk", -1, 4],
  ["unk", 11, 1],
  ["\u00E1nk", 11, 2],
  ["\u00E9nk", 11, 3],
  ["\u00FCnk", 11, 1],
  ["uk", -1, 8],
  ["juk", 16, 7],
  ["\u00E1juk", 17, 5],
  ["\u00FCk", -1, 8],
  ["j\u00FCk", 19, 7],
  ["\u00E9j\u00FCk", 20, 6],
  ["m", -1, 12],
  ["am", 22, 9],
  ["em", 22, 9],
  ["om", 22, 9],
  ["\u00E1m", 22, 10],
  ["\u00E9m", 22, 11],
  ["o", -1, 18],
  ["\u00E1", -1, 19],
  ["\u00E9", -1, 20],
];
const a_11 = [
  ["id", -1, 10],
  ["aid", 0, 9],
  ["jaid", 1, 6],
  ["eid", 0, 9],
  ["jeid", 3, 6],
  ["\u00E1id", 0, 7],
  ["\u00E9id", 0, 8],
  ["i", -1, 15],
  ["ai", 7, 14],
  ["jai", 8, 11],
  ["ei", 7, 14],
  ["jei", 10, 11],
  ["\u00E1i", 7, 12],
  ["\u00E9i", 7, 13],
  ["itek", -1, 24],
  ["eitek", 14, 21],
  ["jeitek", 15, 20],
  ["\u00E9itek", 14, 23],
  ["ik", -1, 29],
  ["aik", 18, 26],
  ["jaik", 19, 25],
  ["eik", 18, 26],
  ["jeik", 21, 25],
  ["\u00E1ik", 18, 27],
  ["\u00E9ik", 18, 28],
  ["ink", -1, 20],
  ["aink", 25, 17],
  ["jaink", 26, 16],
  ["eink", 25, 17],
  ["jeink", 28, 16],
  ["\u00E1ink", 25, 18],
  ["\u00E9ink", 25, 19],
  ["aitok", -1, 21],
  ["jaitok", 32, 20],
  ["\u00E1itok", -1, 22],
  ["im", -1, 5],
  ["aim", 35, 4],
  ["jaim", 36, 1],
  ["eim", 35, 4],
  ["jeim", 38, 1],
  ["\u00E1im", 35, 2],
  ["\u00E9im", 35, 3],
];
const g_v = [
  17, 65, 16, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 17, 36, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0,
  1,
];
class Program extends SnowballProgram {
  I_p1 = 0;
  r_mark_regions() {
    var v_1 = undefined;
    var v_2 = undefined;
    var v_3 = undefined;
    this.I_p1 = this.limit;

    lab0: do {
      v_1 = this.cursor;

      lab1: do {
        if (!this.inGroup(g_v, 97, 369)) {
          break lab1;
        }

        golab2: while (true) {
          v_2 = this.cursor;

          lab3: do {
            if (!this.outOfGroup(g_v, 97, 369)) {
              break lab3;
            }

            this.cursor = v_2;
            break golab2;
          } while (false);

          this.cursor = v_2;

          if (this.cursor >= this.limit) {
            break lab1;
          }

          this.cursor++;
        }

        lab4: do {
          v_3 = this.cursor;

          lab5: do {
            if (this.findAmong(a_0) === 0) {
              break lab5;
            }

            break lab4;
          } while (false);

          this.cursor = v_3;

          if (this.cursor >= this.limit) {
            break lab1;
          }

          this.cursor++;
        } while (false);

        this.I_p1 = this.cursor;
        break lab0;
      } while (false);

      this.cursor = v_1;

      if (!this.outOfGroup(g_v, 97, 369)) {
        return false;
      }

      golab6: while (true) {
        lab7: do {
          if (!this.inGroup(g_v, 97, 369)) {
            break lab7;
          }

          break golab6;
        } while (false);

        if (this.cursor >= this.limit) {
          return false;
        }

        this.cursor++;
      }

      this.I_p1 = this.cursor;
    } while (false);

    return true;
  }
  r_R1() {
    if (!(this.I_p1 <= this.cursor)) {
      return false;
    }

    return true;
  }
  r_v_ending() {
    var among_var = undefined;
    this.ket = this.cursor;
    among_var = this.findAmongBefore(a_1);

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
        this.replaceSlice("a");
        break;

      case 2:
        this.replaceSlice("e");
        break;
    }

    return true;
  }
  r_double() {
    var v_1 = undefined;
    v_1 = this.limit - this.cursor;

    if (this.findAmongBefore(a_2) === 0) {
      return false;
    }

    this.cursor = this.limit - v_1;
    return true;
  }
  r_undouble() {
    if (this.cursor <= this.limit_backward) {
      return false;
    }

    this.cursor--;
    this.ket = this.cursor;
    {
      var c = this.cursor - 1;

      if (this.limit_backward > c || c > this.limit) {
        return false;
      }

      this.cursor = c;
    }
    this.bra = this.cursor;
    this.removeSlice();
    return true;
  }
  r_instrum() {
    var among_var = undefined;
    this.ket = this.cursor;
    among_var = this.findAmongBefore(a_3);

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
        if (!this.r_double()) {
          return false;
        }

        break;

      case 2:
        if (!this.r_double()) {
          return false;
        }

        break;
    }

    this.removeSlice();

    if (!this.r_undouble()) {
      return false;
    }

    return true;
  }
  r_case() {
    this.ket = this.cursor;

    if (this.findAmongBefore(a_4) === 0) {
      return false;
    }

    this.bra = this.cursor;

    if (!this.r_R1()) {
      return false;
    }

    this.removeSlice();

    if (!this.r_v_ending()) {
      return false;
    }

    return true;
  }
  r_case_special() {
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
        this.replaceSlice("e");
        break;

      case 2:
        this.replaceSlice("a");
        break;

      case 3:
        this.replaceSlice("a");
        break;
    }

    return true;
  }
  r_case_other() {
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
        this.removeSlice();
        break;

      case 2:
        this.removeSlice();
        break;

      case 3:
        this.replaceSlice("a");
        break;

      case 4:
        this.replaceSlice("e");
        break;
    }

    return true;
  }
  r_factive() {
    var among_var = undefined;
    this.ket = this.cursor;
    among_var = this.findAmongBefore(a_7);

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
        if (!this.r_double()) {
          return false;
        }

        break;

      case 2:
        if (!this.r_double()) {
          return false;
        }

        break;
    }

    this.removeSlice();

    if (!this.r_undouble()) {
      return false;
    }

    return true;
  }
  r_plural() {
    var among_var = undefined;
    this.ket = this.cursor;
    among_var = this.findAmongBefore(a_8);

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
        this.replaceSlice("a");
        break;

      case 2:
        this.replaceSlice("e");
        break;

      case 3:
        this.removeSlice();
        break;

      case 4:
        this.removeSlice();
        break;

      case 5:
        this.removeSlice();
        break;

      case 6:
        this.removeSlice();
        break;

      case 7:
        this.removeSlice();
        break;
    }

    return true;
  }
  r_owned() {
    var among_var = undefined;
    this.ket = this.cursor;
    among_var = this.findAmongBefore(a_9);

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
        this.removeSlice();
        break;

      case 2:
        this.replaceSlice("e");
        break;

      case 3:
        this.replaceSlice("a");
        break;

      case 4:
        this.removeSlice();
        break;

      case 5:
        this.replaceSlice("e");
        break;

      case 6:
        this.replaceSlice("a");
        break;

      case 7:
        this.removeSlice();
        break;

      case 8:
        this.replaceSlice("e");
        break;

      case 9:
        this.removeSlice();
        break;
    }

    return true;
  }
  r_sing_owner() {
    var among_var = undefined;
    this.ket = this.cursor;
    among_var = this.findAmongBefore(a_10);

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
        this.removeSlice();
        break;

      case 2:
        this.replaceSlice("a");
        break;

      case 3:
        this.replaceSlice("e");
        break;

      case 4:
        this.removeSlice();
        break;

      case 5:
        this.replaceSlice("a");
        break;

      case 6:
        this.replaceSlice("e");
        break;

      case 7:
        this.removeSlice();
        break;

      case 8:
        this.removeSlice();
        break;

      case 9:
        this.removeSlice();
        break;

      case 10:
        this.replaceSlice("a");
        break;

      case 11:
        this.replaceSlice("e");
        break;

      case 12:
        this.removeSlice();
        break;

      case 13:
        this.removeSlice();
        break;

      case 14:
        this.replaceSlice("a");
        break;

      case 15:
        this.replaceSlice("e");
        break;

      case 16:
        this.removeSlice();
        break;

      case 17:
        this.removeSlice();
        break;

      case 18:
        this.removeSlice();
        break;

      case 19:
        this.replaceSlice("a");
        break;

      case 20:
        this.replaceSlice("e");
        break;
    }

    return true;
  }
  r_plur_owner() {
    var among_var = undefined;
    this.ket = this.cursor;
    among_var = this.findAmongBefore(a_11);

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
        this.removeSlice();
        break;

      case 2:
        this.replaceSlice("a");
        break;

      case 3:
        this.replaceSlice("e");
        break;

      case 4:
        this.removeSlice();
        break;

      case 5:
        this.removeSlice();
        break;

      case 6:
        this.removeSlice();
        break;

      case 7:
        this.replaceSlice("a");
        break;

      case 8:
        this.replaceSlice("e");
        break;

      case 9:
        this.removeSlice();
        break;

      case 10:
        this.removeSlice();
        break;

      case 11:
        this.removeSlice();
        break;

      case 12:
        this.replaceSlice("a");
        break;

      case 13:
        this.replaceSlice("e");
        break;

      case 14:
        this.removeSlice();
        break;

      case 15:
        this.removeSlice();
        break;

      case 16:
        this.removeSlice();
        break;

      case 17:
        this.removeSlice();
        break;

      case 18:
        this.replaceSlice("a");
        break;

      case 19:
        this.replaceSlice("e");
        break;

      case 20:
        this.removeSlice();
        break;

      case 21:
        this.removeSlice();
        break;

      case 22:
        this.replaceSlice("a");
        break;

      case 23:
        this.replaceSlice("e");
        break;

      case 24:
        this.removeSlice();
        break;

      case 25:
        this.removeSlice();
        break;

      case 26:
        this.removeSlice();
        break;

      case 27:
        this.replaceSlice("a");
        break;

      case 28:
        this.replaceSlice("e");
        break;

      case 29:
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

    lab1: do {
      if (!this.r_instrum()) {
        break lab1;
      }
    } while (false);

    this.cursor = this.limit - v_2;
    v_3 = this.limit - this.cursor;

    lab2: do {
      if (!this.r_case()) {
        break lab2;
      }
    } while (false);

    this.cursor = this.limit - v_3;
    v_4 = this.limit - this.cursor;

    lab3: do {
      if (!this.r_case_special()) {
        break lab3;
      }
    } while (false);

    this.cursor = this.limit - v_4;
    v_5 = this.limit - this.cursor;

    lab4: do {
      if (!this.r_case_other()) {
        break lab4;
      }
    } while (false);

    this.cursor = this.limit - v_5;
    v_6 = this.limit - this.cursor;

    lab5: do {
      if (!this.r_factive()) {
        break lab5;
      }
    } while (false);

    this.cursor = this.limit - v_6;
    v_7 = this.limit - this.cursor;

    lab6: do {
      if (!this.r_owned()) {
        break lab6;
      }
    } while (false);

    this.cursor = this.limit - v_7;
    v_8 = this.limit - this.cursor;

    lab7: do {
      if (!this.r_sing_owner()) {
        break lab7;
      }
    } while (false);

    this.cursor = this.limit - v_8;
    v_9 = this.limit - this.cursor;

    lab8: do {
      if (!this.r_plur_owner()) {
        break lab8;
      }
    } while (false);

    this.cursor = this.limit - v_9;
    v_10 = this.limit - this.cursor;

    lab9: do {
      if (!this.r_plural()) {
        break lab9;
      }
    } while (false);

    this.cursor = this.limit - v_10;
    this.cursor = this.limit_backward;
    return true;
  }
}
export const STEMMER: SnowballProgram = new Program();
