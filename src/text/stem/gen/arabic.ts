// Made by `npm run gen` from the package snowball-stemmers 0.6.0 (ISC; the algorithms are Snowball's, BSD-3-Clause).
// @ts-nocheck: the package has no types.
import { SnowballProgram } from "../program.ts";
const a_0 = [
  ["!", -1, 3],
  ['"', -1, 3],
  ["%", -1, 3],
  ["*", -1, 3],
  [",", -1, 3],
  [".", -1, 3],
  ["/", -1, 3],
  [":", -1, 3],
  [";", -1, 3],
  ["?", -1, 3],
  ["\\", -1, 3],
  ["\u060C", -1, 4],
  ["\u061B", -1, 4],
  ["\u061F", -1, 4],
  ["\u0640", -1, 2],
  ["\u064B", -1, 1],
  ["\u064C", -1, 1],
  ["\u064D", -1, 1],
  ["\u064E", -1, 1],
  ["\u064F", -1, 1],
  ["\u0650", -1, 1],
  ["\u0651", -1, 1],
  ["\u0652", -1, 1],
  ["\u0660", -1, 5],
  ["\u0661", -1, 6],
  ["\u0662", -1, 7],
  ["\u0663", -1, 8],
  ["\u0664", -1, 9],
  ["\u0665", -1, 10],
  ["\u0666", -1, 11],
  ["\u0667", -1, 12],
  ["\u0668", -1, 13],
  ["\u0669", -1, 14],
  ["\u066A", -1, 15],
  ["\u066B", -1, 15],
  ["\u066C", -1, 15],
  ["\uFE80", -1, 16],
  ["\uFE81", -1, 20],
  ["\uFE82", -1, 20],
  ["\uFE83", -1, 17],
  ["\uFE84", -1, 17],
  ["\uFE85", -1, 21],
  ["\uFE86", -1, 21],
  ["\uFE87", -1, 18],
  ["\uFE88", -1, 18],
  ["\uFE89", -1, 19],
  ["\uFE8A", -1, 19],
  ["\uFE8B", -1, 19],
  ["\uFE8C", -1, 19],
  ["\uFE8D", -1, 22],
  ["\uFE8E", -1, 22],
  ["\uFE8F", -1, 23],
  ["\uFE90", -1, 23],
  ["\uFE91", -1, 23],
  ["\uFE92", -1, 23],
  ["\uFE93", -1, 24],
  ["\uFE94", -1, 24],
  ["\uFE95", -1, 25],
  ["\uFE96", -1, 25],
  ["\uFE97", -1, 25],
  ["\uFE98", -1, 25],
  ["\uFE99", -1, 26],
  ["\uFE9A", -1, 26],
  ["\uFE9B", -1, 26],
  ["\uFE9C", -1, 26],
  ["\uFE9D", -1, 27],
  ["\uFE9E", -1, 27],
  ["\uFE9F", -1, 27],
  ["\uFEA0", -1, 27],
  ["\uFEA1", -1, 28],
  ["\uFEA2", -1, 28],
  ["\uFEA3", -1, 28],
  ["\uFEA4", -1, 28],
  ["\uFEA5", -1, 29],
  ["\uFEA6", -1, 29],
  ["\uFEA7", -1, 29],
  ["\uFEA8", -1, 29],
  ["\uFEA9", -1, 30],
  ["\uFEAA", -1, 30],
  ["\uFEAB", -1, 31],
  ["\uFEAC", -1, 31],
  ["\uFEAD", -1, 32],
  ["\uFEAE", -1, 32],
  ["\uFEAF", -1, 33],
  ["\uFEB0", -1, 33],
  ["\uFEB1", -1, 34],
  ["\uFEB2", -1, 34],
  ["\uFEB3", -1, 34],
  ["\uFEB4", -1, 34],
  ["\uFEB5", -1, 35],
  ["\uFEB6", -1, 35],
  ["\uFEB7", -1, 35],
  ["\uFEB8", -1, 35],
  ["\uFEB9", -1, 36],
  ["\uFEBA", -1, 36],
  ["\uFEBB", -1, 36],
  ["\uFEBC", -1, 36],
  ["\uFEBD", -1, 37],
  ["\uFEBE", -1, 37],
  ["\uFEBF", -1, 37],
  ["\uFEC0", -1, 37],
  ["\uFEC1", -1, 38],
  ["\uFEC2", -1, 38],
  ["\uFEC3", -1, 38],
  ["\uFEC4", -1, 38],
  ["\uFEC5", -1, 39],
  ["\uFEC6", -1, 39],
  ["\uFEC7", -1, 39],
  ["\uFEC8", -1, 39],
  ["\uFEC9", -1, 40],
  ["\uFECA", -1, 40],
  ["\uFECB", -1, 40],
  ["\uFECC", -1, 40],
  ["\uFECD", -1, 41],
  ["\uFECE", -1, 41],
  ["\uFECF", -1, 41],
  ["\uFED0", -1, 41],
  ["\uFED1", -1, 42],
  ["\uFED2", -1, 42],
  ["\uFED3", -1, 42],
  ["\uFED4", -1, 42],
  ["\uFED5", -1, 43],
  ["\uFED6", -1, 43],
  ["\uFED7", -1, 43],
  ["\uFED8", -1, 43],
  ["\uFED9", -1, 44],
  ["\uFEDA", -1, 44],
  ["\uFEDB", -1, 44],
  ["\uFEDC", -1, 44],
  ["\uFEDD", -1, 45],
  ["\uFEDE", -1, 45],
  ["\uFEDF", -1, 45],
  ["\uFEE0", -1, 45],
  ["\uFEE1", -1, 46],
  ["\uFEE2", -1, 46],
  ["\uFEE3", -1, 46],
  ["\uFEE4", -1, 46],
  ["\uFEE5", -1, 47],
  ["\uFEE6", -1, 47],
  ["\uFEE7", -1, 47],
  ["\uFEE8", -1, 47],
  ["\uFEE9", -1, 48],
  ["\uFEEA", -1, 48],
  ["\uFEEB", -1, 48],
  ["\uFEEC", -1, 48],
  ["\uFEED", -1, 49],
  ["\uFEEE", -1, 49],
  ["\uFEEF", -1, 50],
  ["\uFEF0", -1, 50],
  ["\uFEF1", -1, 51],
  ["\uFEF2", -1, 51],
  ["\uFEF3", -1, 51],
  ["\uFEF4", -1, 51],
  ["\uFEF5", -1, 55],
  ["\uFEF6", -1, 55],
  ["\uFEF7", -1, 53],
  ["\uFEF8", -1, 53],
  ["\uFEF9", -1, 54],
  ["\uFEFA", -1, 54],
  ["\uFEFB", -1, 52],
  ["\uFEFC", -1, 52],
];
const a_1 = [
  ["\u0622", -1, 1],
  ["\u0623", -1, 1],
  ["\u0624", -1, 2],
  ["\u0625", -1, 1],
  ["\u0626", -1, 3],
];
const a_2 = [
  ["\u0622", -1, 1],
  ["\u0623", -1, 1],
  ["\u0624", -1, 2],
  ["\u0625", -1, 1],
  ["\u0626", -1, 3],
];
const a_3 = [
  ["\u0627\u0644", -1, 2],
  ["\u0628\u0627\u0644", -1, 1],
  ["\u0643\u0627\u0644", -1, 1],
  ["\u0644\u0644", -1, 2],
];
const a_4 = [
  ["\u0623\u0622", -1, 2],
  ["\u0623\u0623", -1, 1],
  ["\u0623\u0624", -1, 3],
  ["\u0623\u0625", -1, 5],
  ["\u0623\u0627", -1, 4],
];
const a_5 = [
  ["\u0641", -1, 1],
  ["\u0648", -1, 2],
];
const a_6 = [
  ["\u0627\u0644", -1, 2],
  ["\u0628\u0627\u0644", -1, 1],
  ["\u0643\u0627\u0644", -1, 1],
  ["\u0644\u0644", -1, 2],
];
const a_7 = [
  ["\u0628", -1, 1],
  ["\u0628\u0628", 0, 2],
  ["\u0643\u0643", -1, 3],
];
const a_8 = [
  ["\u0633\u0623", -1, 4],
  ["\u0633\u062A", -1, 2],
  ["\u0633\u0646", -1, 3],
  ["\u0633\u064A", -1, 1],
];
const a_9 = [
  ["\u062A\u0633\u062A", -1, 1],
  ["\u0646\u0633\u062A", -1, 1],
  ["\u064A\u0633\u062A", -1, 1],
];
const a_10 = [
  ["\u0643\u0645\u0627", -1, 3],
  ["\u0647\u0645\u0627", -1, 3],
  ["\u0646\u0627", -1, 2],
  ["\u0647\u0627", -1, 2],
  ["\u0643", -1, 1],
  ["\u0643\u0645", -1, 2],
  ["\u0647\u0645", -1, 2],
  ["\u0647\u0646", -1, 2],
  ["\u0647", -1, 1],
  ["\u064A", -1, 1],
];
const a_11 = [["\u0646", -1, 1]];
const a_12 = [
  ["\u0627", -1, 1],
  ["\u0648", -1, 1],
  ["\u064A", -1, 1],
];
const a_13 = [["\u0627\u062A", -1, 1]];
const a_14 = [["\u062A", -1, 1]];
const a_15 = [["\u0629", -1, 1]];
const a_16 = [["\u064A", -1, 1]];
const a_17 = [
  ["\u0643\u0645\u0627", -1, 3],
  ["\u0647\u0645\u0627", -1, 3],
  ["\u0646\u0627", -1, 2],
  ["\u0647\u0627", -1, 2],
  ["\u0643", -1, 1],
  ["\u0643\u0645", -1, 2],
  ["\u0647\u0645", -1, 2],
  ["\u0643\u0646", -1, 2],
  ["\u0647\u0646", -1, 2],
  ["\u0647", -1, 1],
  ["\u0643\u0645\u0648", -1, 3],
  ["\u0646\u064A", -1, 2],
];
const a_18 = [
  ["\u0627", -1, 2],
  ["\u062A\u0627", 0, 3],
  ["\u062A\u0645\u0627", 0, 5],
  ["\u0646\u0627", 0, 3],
  ["\u062A", -1, 1],
  ["\u0646", -1, 2],
  ["\u0627\u0646", 5, 4],
  ["\u062A\u0646", 5, 3],
  ["\u0648\u0646", 5, 4],
  ["\u064A\u0646", 5, 4],
  ["\u064A", -1, 2],
];
const a_19 = [
  ["\u0648\u0627", -1, 1],
  ["\u062A\u0645", -1, 1],
];
const a_20 = [
  ["\u0648", -1, 1],
  ["\u062A\u0645\u0648", 0, 2],
];
const a_21 = [["\u0649", -1, 1]];
class Program extends SnowballProgram {
  B_is_defined = false;
  B_is_verb = false;
  B_is_noun = false;
  I_word_len = 0;
  r_Normalize_pre() {
    var among_var = undefined;
    var v_1 = undefined;
    var v_2 = undefined;

    for (v_1 = this.current.length; v_1 > 0; v_1--) {
      lab0: do {
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
              this.removeSlice();
              break;

            case 2:
              this.removeSlice();
              break;

            case 3:
              this.removeSlice();
              break;

            case 4:
              this.removeSlice();
              break;

            case 5:
              this.replaceSlice("0");
              break;

            case 6:
              this.replaceSlice("1");
              break;

            case 7:
              this.replaceSlice("2");
              break;

            case 8:
              this.replaceSlice("3");
              break;

            case 9:
              this.replaceSlice("4");
              break;

            case 10:
              this.replaceSlice("5");
              break;

            case 11:
              this.replaceSlice("6");
              break;

            case 12:
              this.replaceSlice("7");
              break;

            case 13:
              this.replaceSlice("8");
              break;

            case 14:
              this.replaceSlice("9");
              break;

            case 15:
              this.removeSlice();
              break;

            case 16:
              this.replaceSlice("\u0621");
              break;

            case 17:
              this.replaceSlice("\u0623");
              break;

            case 18:
              this.replaceSlice("\u0625");
              break;

            case 19:
              this.replaceSlice("\u0626");
              break;

            case 20:
              this.replaceSlice("\u0622");
              break;

            case 21:
              this.replaceSlice("\u0624");
              break;

            case 22:
              this.replaceSlice("\u0627");
              break;

            case 23:
              this.replaceSlice("\u0628");
              break;

            case 24:
              this.replaceSlice("\u0629");
              break;

            case 25:
              this.replaceSlice("\u062A");
              break;

            case 26:
              this.replaceSlice("\u062B");
              break;

            case 27:
              this.replaceSlice("\u062C");
              break;

            case 28:
              this.replaceSlice("\u062D");
              break;

            case 29:
              this.replaceSlice("\u062E");
              break;

            case 30:
              this.replaceSlice("\u062F");
              break;

            case 31:
              this.replaceSlice("\u0630");
              break;

            case 32:
              this.replaceSlice("\u0631");
              break;

            case 33:
              this.replaceSlice("\u0632");
              break;

            case 34:
              this.replaceSlice("\u0633");
              break;

            case 35:
              this.replaceSlice("\u0634");
              break;

            case 36:
              this.replaceSlice("\u0635");
              break;

            case 37:
              this.replaceSlice("\u0636");
              break;

            case 38:
              this.replaceSlice("\u0637");
              break;

            case 39:
              this.replaceSlice("\u0638");
              break;

            case 40:
              this.replaceSlice("\u0639");
              break;

            case 41:
              this.replaceSlice("\u063A");
              break;

            case 42:
              this.replaceSlice("\u0641");
              break;

            case 43:
              this.replaceSlice("\u0642");
              break;

            case 44:
              this.replaceSlice("\u0643");
              break;

            case 45:
              this.replaceSlice("\u0644");
              break;

            case 46:
              this.replaceSlice("\u0645");
              break;

            case 47:
              this.replaceSlice("\u0646");
              break;

            case 48:
              this.replaceSlice("\u0647");
              break;

            case 49:
              this.replaceSlice("\u0648");
              break;

            case 50:
              this.replaceSlice("\u0649");
              break;

            case 51:
              this.replaceSlice("\u064A");
              break;

            case 52:
              this.replaceSlice("\u0644\u0627");
              break;

            case 53:
              this.replaceSlice("\u0644\u0623");
              break;

            case 54:
              this.replaceSlice("\u0644\u0625");
              break;

            case 55:
              this.replaceSlice("\u0644\u0622");
              break;
          }

          break lab0;
        } while (false);

        this.cursor = v_2;

        if (this.cursor >= this.limit) {
          return false;
        }

        this.cursor++;
      } while (false);
    }

    return true;
  }
  r_Normalize_post() {
    var among_var = undefined;
    var v_1 = undefined;
    var v_2 = undefined;
    var v_3 = undefined;
    var v_4 = undefined;
    v_1 = this.cursor;

    lab0: do {
      this.limit_backward = this.cursor;
      this.cursor = this.limit;
      this.ket = this.cursor;
      among_var = this.findAmongBefore(a_1);

      if (among_var === 0) {
        break lab0;
      }

      this.bra = this.cursor;

      switch (among_var) {
        case 0:
          break lab0;

        case 1:
          this.replaceSlice("\u0621");
          break;

        case 2:
          this.replaceSlice("\u0621");
          break;

        case 3:
          this.replaceSlice("\u0621");
          break;
      }

      this.cursor = this.limit_backward;
    } while (false);

    this.cursor = v_1;
    v_2 = this.cursor;

    lab1: do {
      for (v_3 = this.I_word_len; v_3 > 0; v_3--) {
        lab2: do {
          v_4 = this.cursor;

          lab3: do {
            this.bra = this.cursor;
            among_var = this.findAmong(a_2);

            if (among_var === 0) {
              break lab3;
            }

            this.ket = this.cursor;

            switch (among_var) {
              case 0:
                break lab3;

              case 1:
                this.replaceSlice("\u0627");
                break;

              case 2:
                this.replaceSlice("\u0648");
                break;

              case 3:
                this.replaceSlice("\u064A");
                break;
            }

            break lab2;
          } while (false);

          this.cursor = v_4;

          if (this.cursor >= this.limit) {
            break lab1;
          }

          this.cursor++;
        } while (false);
      }
    } while (false);

    this.cursor = v_2;
    return true;
  }
  r_Checks1() {
    var among_var = undefined;
    this.I_word_len = this.current.length;
    this.bra = this.cursor;
    among_var = this.findAmong(a_3);

    if (among_var === 0) {
      return false;
    }

    this.ket = this.cursor;

    switch (among_var) {
      case 0:
        return false;

      case 1:
        if (!(this.I_word_len > 4)) {
          return false;
        }

        this.B_is_noun = true;
        this.B_is_verb = false;
        this.B_is_defined = true;
        break;

      case 2:
        if (!(this.I_word_len > 3)) {
          return false;
        }

        this.B_is_noun = true;
        this.B_is_verb = false;
        this.B_is_defined = true;
        break;
    }

    return true;
  }
  r_Prefix_Step1() {
    var among_var = undefined;
    this.I_word_len = this.current.length;
    this.bra = this.cursor;
    among_var = this.findAmong(a_4);

    if (among_var === 0) {
      return false;
    }

    this.ket = this.cursor;

    switch (among_var) {
      case 0:
        return false;

      case 1:
        if (!(this.I_word_len > 3)) {
          return false;
        }

        this.replaceSlice("\u0623");
        break;

      case 2:
        if (!(this.I_word_len > 3)) {
          return false;
        }

        this.replaceSlice("\u0622");
        break;

      case 3:
        if (!(this.I_word_len > 3)) {
          return false;
        }

        this.replaceSlice("\u0623");
        break;

      case 4:
        if (!(this.I_word_len > 3)) {
          return false;
        }

        this.replaceSlice("\u0627");
        break;

      case 5:
        if (!(this.I_word_len > 3)) {
          return false;
        }

        this.replaceSlice("\u0625");
        break;
    }

    return true;
  }
  r_Prefix_Step2() {
    var among_var = undefined;
    var v_1 = undefined;
    var v_2 = undefined;
    this.I_word_len = this.current.length;
    {
      v_1 = this.cursor;

      lab0: do {
        if (!this.equals("\u0641\u0627")) {
          break lab0;
        }

        return false;
      } while (false);

      this.cursor = v_1;
    }
    {
      v_2 = this.cursor;

      lab1: do {
        if (!this.equals("\u0648\u0627")) {
          break lab1;
        }

        return false;
      } while (false);

      this.cursor = v_2;
    }
    this.bra = this.cursor;
    among_var = this.findAmong(a_5);

    if (among_var === 0) {
      return false;
    }

    this.ket = this.cursor;

    switch (among_var) {
      case 0:
        return false;

      case 1:
        if (!(this.I_word_len > 3)) {
          return false;
        }

        this.removeSlice();
        break;

      case 2:
        if (!(this.I_word_len > 3)) {
          return false;
        }

        this.removeSlice();
        break;
    }

    return true;
  }
  r_Prefix_Step3a_Noun() {
    var among_var = undefined;
    this.I_word_len = this.current.length;
    this.bra = this.cursor;
    among_var = this.findAmong(a_6);

    if (among_var === 0) {
      return false;
    }

    this.ket = this.cursor;

    switch (among_var) {
      case 0:
        return false;

      case 1:
        if (!(this.I_word_len > 5)) {
          return false;
        }

        this.removeSlice();
        break;

      case 2:
        if (!(this.I_word_len > 4)) {
          return false;
        }

        this.removeSlice();
        break;
    }

    return true;
  }
  r_Prefix_Step3b_Noun() {
    var among_var = undefined;
    var v_1 = undefined;
    this.I_word_len = this.current.length;
    {
      v_1 = this.cursor;

      lab0: do {
        if (!this.equals("\u0628\u0627")) {
          break lab0;
        }

        return false;
      } while (false);

      this.cursor = v_1;
    }
    this.bra = this.cursor;
    among_var = this.findAmong(a_7);

    if (among_var === 0) {
      return false;
    }

    this.ket = this.cursor;

    switch (among_var) {
      case 0:
        return false;

      case 1:
        if (!(this.I_word_len > 3)) {
          return false;
        }

        this.removeSlice();
        break;

      case 2:
        if (!(this.I_word_len > 3)) {
          return false;
        }

        this.replaceSlice("\u0628");
        break;

      case 3:
        if (!(this.I_word_len > 3)) {
          return false;
        }

        this.replaceSlice("\u0643");
        break;
    }

    return true;
  }
  r_Prefix_Step3_Verb() {
    var among_var = undefined;
    this.I_word_len = this.current.length;
    this.bra = this.cursor;
    among_var = this.findAmong(a_8);

    if (among_var === 0) {
      return false;
    }

    this.ket = this.cursor;

    switch (among_var) {
      case 0:
        return false;

      case 1:
        if (!(this.I_word_len > 4)) {
          return false;
        }

        this.replaceSlice("\u064A");
        break;

      case 2:
        if (!(this.I_word_len > 4)) {
          return false;
        }

        this.replaceSlice("\u062A");
        break;

      case 3:
        if (!(this.I_word_len > 4)) {
          return false;
        }

        this.replaceSlice("\u0646");
        break;

      case 4:
        if (!(this.I_word_len > 4)) {
          return false;
        }

        this.replaceSlice("\u0623");
        break;
    }

    return true;
  }
  r_Prefix_Step4_Verb() {
    var among_var = undefined;
    this.I_word_len = this.current.length;
    this.bra = this.cursor;
    among_var = this.findAmong(a_9);

    if (among_var === 0) {
      return false;
    }

    this.ket = this.cursor;

    switch (among_var) {
      case 0:
        return false;

      case 1:
        if (!(this.I_word_len > 4)) {
          return false;
        }

        this.B_is_verb = true;
        this.B_is_noun = false;
        this.replaceSlice("\u0627\u0633\u062A");
        break;
    }

    return true;
  }
  r_Suffix_Noun_Step1a() {
    var among_var = undefined;
    this.I_word_len = this.current.length;
    this.ket = this.cursor;
    among_var = this.findAmongBefore(a_10);

    if (among_var === 0) {
      return false;
    }

    this.bra = this.cursor;

    switch (among_var) {
      case 0:
        return false;

      case 1:
        if (!(this.I_word_len >= 4)) {
          return false;
        }

        this.removeSlice();
        break;

      case 2:
        if (!(this.I_word_len >= 5)) {
          return false;
        }

        this.removeSlice();
        break;

      case 3:
        if (!(this.I_word_len >= 6)) {
          return false;
        }

        this.removeSlice();
        break;
    }

    return true;
  }
  r_Suffix_Noun_Step1b() {
    var among_var = undefined;
    this.I_word_len = this.current.length;
    this.ket = this.cursor;
    among_var = this.findAmongBefore(a_11);

    if (among_var === 0) {
      return false;
    }

    this.bra = this.cursor;

    switch (among_var) {
      case 0:
        return false;

      case 1:
        if (!(this.I_word_len > 5)) {
          return false;
        }

        this.removeSlice();
        break;
    }

    return true;
  }
  r_Suffix_Noun_Step2a() {
    var among_var = undefined;
    this.I_word_len = this.current.length;
    this.ket = this.cursor;
    among_var = this.findAmongBefore(a_12);

    if (among_var === 0) {
      return false;
    }

    this.bra = this.cursor;

    switch (among_var) {
      case 0:
        return false;

      case 1:
        if (!(this.I_word_len > 4)) {
          return false;
        }

        this.removeSlice();
        break;
    }

    return true;
  }
  r_Suffix_Noun_Step2b() {
    var among_var = undefined;
    this.I_word_len = this.current.length;
    this.ket = this.cursor;
    among_var = this.findAmongBefore(a_13);

    if (among_var === 0) {
      return false;
    }

    this.bra = this.cursor;

    switch (among_var) {
      case 0:
        return false;

      case 1:
        if (!(this.I_word_len >= 5)) {
          return false;
        }

        this.removeSlice();
        break;
    }

    return true;
  }
  r_Suffix_Noun_Step2c1() {
    var among_var = undefined;
    this.I_word_len = this.current.length;
    this.ket = this.cursor;
    among_var = this.findAmongBefore(a_14);

    if (among_var === 0) {
      return false;
    }

    this.bra = this.cursor;

    switch (among_var) {
      case 0:
        return false;

      case 1:
        if (!(this.I_word_len >= 4)) {
          return false;
        }

        this.removeSlice();
        break;
    }

    return true;
  }
  r_Suffix_Noun_Step2c2() {
    var among_var = undefined;
    this.I_word_len = this.current.length;
    this.ket = this.cursor;
    among_var = this.findAmongBefore(a_15);

    if (among_var === 0) {
      return false;
    }

    this.bra = this.cursor;

    switch (among_var) {
      case 0:
        return false;

      case 1:
        if (!(this.I_word_len >= 4)) {
          return false;
        }

        this.removeSlice();
        break;
    }

    return true;
  }
  r_Suffix_Noun_Step3() {
    var among_var = undefined;
    this.I_word_len = this.current.length;
    this.ket = this.cursor;
    among_var = this.findAmongBefore(a_16);

    if (among_var === 0) {
      return false;
    }

    this.bra = this.cursor;

    switch (among_var) {
      case 0:
        return false;

      case 1:
        if (!(this.I_word_len >= 3)) {
          return false;
        }

        this.removeSlice();
        break;
    }

    return true;
  }
  r_Suffix_Verb_Step1() {
    var among_var = undefined;
    this.I_word_len = this.current.length;
    this.ket = this.cursor;
    among_var = this.findAmongBefore(a_17);

    if (among_var === 0) {
      return false;
    }

    this.bra = this.cursor;

    switch (among_var) {
      case 0:
        return false;

      case 1:
        if (!(this.I_word_len >= 4)) {
          return false;
        }

        this.removeSlice();
        break;

      case 2:
        if (!(this.I_word_len >= 5)) {
          return false;
        }

        this.removeSlice();
        break;

      case 3:
        if (!(this.I_word_len >= 6)) {
          return false;
        }

        this.removeSlice();
        break;
    }

    return true;
  }
  r_Suffix_Verb_Step2a() {
    var among_var = undefined;
    this.I_word_len = this.current.length;
    this.ket = this.cursor;
    among_var = this.findAmongBefore(a_18);

    if (among_var === 0) {
      return false;
    }

    this.bra = this.cursor;

    switch (among_var) {
      case 0:
        return false;

      case 1:
        if (!(this.I_word_len >= 4)) {
          return false;
        }

        this.removeSlice();
        break;

      case 2:
        if (!(this.I_word_len >= 4)) {
          return false;
        }

        this.removeSlice();
        break;

      case 3:
        if (!(this.I_word_len >= 5)) {
          return false;
        }

        this.removeSlice();
        break;

      case 4:
        if (!(this.I_word_len > 5)) {
          return false;
        }

        this.removeSlice();
        break;

      case 5:
        if (!(this.I_word_len >= 6)) {
          return false;
        }

        this.removeSlice();
        break;
    }

    return true;
  }
  r_Suffix_Verb_Step2b() {
    var among_var = undefined;
    this.I_word_len = this.current.length;
    this.ket = this.cursor;
    among_var = this.findAmongBefore(a_19);

    if (among_var === 0) {
      return false;
    }

    this.bra = this.cursor;

    switch (among_var) {
      case 0:
        return false;

      case 1:
        if (!(this.I_word_len >= 5)) {
          return false;
        }

        this.removeSlice();
        break;
    }

    return true;
  }
  r_Suffix_Verb_Step2c() {
    var among_var = undefined;
    this.I_word_len = this.current.length;
    this.ket = this.cursor;
    among_var = this.findAmongBefore(a_20);

    if (among_var === 0) {
      return false;
    }

    this.bra = this.cursor;

    switch (among_var) {
      case 0:
        return false;

      case 1:
        if (!(this.I_word_len >= 4)) {
          return false;
        }

        this.removeSlice();
        break;

      case 2:
        if (!(this.I_word_len >= 6)) {
          return false;
        }

        this.removeSlice();
        break;
    }

    return true;
  }
  r_Suffix_All_alef_maqsura() {
    var among_var = undefined;
    this.I_word_len = this.current.length;
    this.ket = this.cursor;
    among_var = this.findAmongBefore(a_21);

    if (among_var === 0) {
      return false;
    }

    this.bra = this.cursor;

    switch (among_var) {
      case 0:
        return false;

      case 1:
        this.replaceSlice("\u064A");
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
    var v_7 = undefined;
    var v_8 = undefined;
    var v_9 = undefined;
    var v_10 = undefined;
    var v_12 = undefined;
    var v_13 = undefined;
    var v_15 = undefined;
    var v_16 = undefined;
    var v_17 = undefined;
    var v_18 = undefined;
    var v_19 = undefined;
    var v_20 = undefined;
    this.B_is_noun = true;
    this.B_is_verb = true;
    this.B_is_defined = false;
    v_1 = this.cursor;

    lab0: do {
      if (!this.r_Checks1()) {
        break lab0;
      }
    } while (false);

    this.cursor = v_1;
    v_2 = this.cursor;

    lab1: do {
      if (!this.r_Normalize_pre()) {
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
          if (!this.B_is_verb) {
            break lab4;
          }

          lab5: do {
            v_5 = this.limit - this.cursor;

            lab6: do {
              {
                var v_6 = 1;

                replab7: while (true) {
                  v_7 = this.limit - this.cursor;

                  lab8: do {
                    if (!this.r_Suffix_Verb_Step1()) {
                      break lab8;
                    }

                    v_6--;
                    continue replab7;
                  } while (false);

                  this.cursor = this.limit - v_7;
                  break replab7;
                }

                if (v_6 > 0) {
                  break lab6;
                }
              }

              lab9: do {
                v_8 = this.limit - this.cursor;

                lab10: do {
                  if (!this.r_Suffix_Verb_Step2a()) {
                    break lab10;
                  }

                  break lab9;
                } while (false);

                this.cursor = this.limit - v_8;

                lab11: do {
                  if (!this.r_Suffix_Verb_Step2c()) {
                    break lab11;
                  }

                  break lab9;
                } while (false);

                this.cursor = this.limit - v_8;

                if (this.cursor <= this.limit_backward) {
                  break lab6;
                }

                this.cursor--;
              } while (false);

              break lab5;
            } while (false);

            this.cursor = this.limit - v_5;

            lab12: do {
              if (!this.r_Suffix_Verb_Step2b()) {
                break lab12;
              }

              break lab5;
            } while (false);

            this.cursor = this.limit - v_5;

            if (!this.r_Suffix_Verb_Step2a()) {
              break lab4;
            }
          } while (false);

          break lab3;
        } while (false);

        this.cursor = this.limit - v_4;

        lab13: do {
          if (!this.B_is_noun) {
            break lab13;
          }

          v_9 = this.limit - this.cursor;

          lab14: do {
            lab15: do {
              v_10 = this.limit - this.cursor;

              lab16: do {
                if (!this.r_Suffix_Noun_Step2c2()) {
                  break lab16;
                }

                break lab15;
              } while (false);

              this.cursor = this.limit - v_10;

              lab17: do {
                lab18: do {
                  if (!this.B_is_defined) {
                    break lab18;
                  }

                  break lab17;
                } while (false);

                if (!this.r_Suffix_Noun_Step1a()) {
                  break lab17;
                }

                lab19: do {
                  v_12 = this.limit - this.cursor;

                  lab20: do {
                    if (!this.r_Suffix_Noun_Step2a()) {
                      break lab20;
                    }

                    break lab19;
                  } while (false);

                  this.cursor = this.limit - v_12;

                  lab21: do {
                    if (!this.r_Suffix_Noun_Step2b()) {
                      break lab21;
                    }

                    break lab19;
                  } while (false);

                  this.cursor = this.limit - v_12;

                  lab22: do {
                    if (!this.r_Suffix_Noun_Step2c1()) {
                      break lab22;
                    }

                    break lab19;
                  } while (false);

                  this.cursor = this.limit - v_12;

                  if (this.cursor <= this.limit_backward) {
                    break lab17;
                  }

                  this.cursor--;
                } while (false);

                break lab15;
              } while (false);

              this.cursor = this.limit - v_10;

              lab23: do {
                if (!this.r_Suffix_Noun_Step1b()) {
                  break lab23;
                }

                lab24: do {
                  v_13 = this.limit - this.cursor;

                  lab25: do {
                    if (!this.r_Suffix_Noun_Step2a()) {
                      break lab25;
                    }

                    break lab24;
                  } while (false);

                  this.cursor = this.limit - v_13;

                  lab26: do {
                    if (!this.r_Suffix_Noun_Step2b()) {
                      break lab26;
                    }

                    break lab24;
                  } while (false);

                  this.cursor = this.limit - v_13;

                  if (!this.r_Suffix_Noun_Step2c1()) {
                    break lab23;
                  }
                } while (false);

                break lab15;
              } while (false);

              this.cursor = this.limit - v_10;

              lab27: do {
                lab28: do {
                  if (!this.B_is_defined) {
                    break lab28;
                  }

                  break lab27;
                } while (false);

                if (!this.r_Suffix_Noun_Step2a()) {
                  break lab27;
                }

                break lab15;
              } while (false);

              this.cursor = this.limit - v_10;

              if (!this.r_Suffix_Noun_Step2b()) {
                this.cursor = this.limit - v_9;
                break lab14;
              }
            } while (false);
          } while (false);

          if (!this.r_Suffix_Noun_Step3()) {
            break lab13;
          }

          break lab3;
        } while (false);

        this.cursor = this.limit - v_4;

        if (!this.r_Suffix_All_alef_maqsura()) {
          break lab2;
        }
      } while (false);
    } while (false);

    this.cursor = this.limit - v_3;
    this.cursor = this.limit_backward;
    v_15 = this.cursor;

    lab29: do {
      v_16 = this.cursor;

      lab30: do {
        if (!this.r_Prefix_Step1()) {
          this.cursor = v_16;
          break lab30;
        }
      } while (false);

      v_17 = this.cursor;

      lab31: do {
        if (!this.r_Prefix_Step2()) {
          this.cursor = v_17;
          break lab31;
        }
      } while (false);

      lab32: do {
        v_18 = this.cursor;

        lab33: do {
          if (!this.r_Prefix_Step3a_Noun()) {
            break lab33;
          }

          break lab32;
        } while (false);

        this.cursor = v_18;

        lab34: do {
          if (!this.B_is_noun) {
            break lab34;
          }

          if (!this.r_Prefix_Step3b_Noun()) {
            break lab34;
          }

          break lab32;
        } while (false);

        this.cursor = v_18;

        if (!this.B_is_verb) {
          break lab29;
        }

        v_19 = this.cursor;

        lab35: do {
          if (!this.r_Prefix_Step3_Verb()) {
            this.cursor = v_19;
            break lab35;
          }
        } while (false);

        if (!this.r_Prefix_Step4_Verb()) {
          break lab29;
        }
      } while (false);
    } while (false);

    this.cursor = v_15;
    v_20 = this.cursor;

    lab36: do {
      if (!this.r_Normalize_post()) {
        break lab36;
      }
    } while (false);

    this.cursor = v_20;
    return true;
  }
}
export const STEMMER: SnowballProgram = new Program();
