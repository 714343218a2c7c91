// Made by `npm run gen` from the package snowball-stemmers 0.6.0 (ISC; the algorithms are Snowball's, BSD-3-Clause).
// @ts-nocheck: the package has no types.
import { SnowballProgram } from "../program.ts";
const a_0 = [
  ["col", -1, -1],
  ["par", -1, -1],
  ["tap", -1, -1],
];
const a_1 = [
  ["", -1, 4],
  ["I", 0, 1],
  ["U", 0, 2],
  ["Y", 0, 3],
];
const a_2 = [
  ["iqU", -1, 3],
  ["abl", -1, 3],
  ["I\u00E8r", -1, 4],
  ["i\u00E8r", -1, 4],
  ["eus", -1, 2],
  ["iv", -1, 1],
];
const a_3 = [
  ["ic", -1, 2],
  ["abil", -1, 1],
  ["iv", -1, 3],
];
const a_4 = [
  ["iqUe", -1, 1],
  ["atrice", -1, 2],
  ["ance", -1, 1],
  ["ence", -1, 5],
  ["logie", -1, 3],
  ["able", -1, 1],
  ["isme", -1, 1],
  ["euse", -1, 11],
  ["iste", -1, 1],
  ["ive", -1, 8],
  ["if", -1, 8],
  ["usion", -1, 4],
  ["ation", -1, 2],
  ["ution", -1, 4],
  ["ateur", -1, 2],
  ["iqUes", -1, 1],
  ["atrices", -1, 2],
  ["ances", -1, 1],
  ["ences", -1, 5],
  ["logies", -1, 3],
  ["ables", -1, 1],
  ["ismes", -1, 1],
  ["euses", -1, 11],
  ["istes", -1, 1],
  ["ives", -1, 8],
  ["ifs", -1, 8],
  ["usions", -1, 4],
  ["ations", -1, 2],
  ["utions", -1, 4],
  ["ateurs", -1, 2],
  ["ments", -1, 15],
  ["ements", 30, 6],
  ["issements", 31, 12],
  ["it\u00E9s", -1, 7],
  ["ment", -1, 15],
  ["ement", 34, 6],
  ["issement", 35, 12],
  ["amment", 34, 13],
  ["emment", 34, 14],
  ["aux", -1, 10],
  ["eaux", 39, 9],
  ["eux", -1, 1],
  ["it\u00E9", -1, 7],
];
const a_5 = [
  ["ira", -1, 1],
  ["ie", -1, 1],
  ["isse", -1, 1],
  ["issante", -1, 1],
  ["i", -1, 1],
  ["irai", 4, 1],
  ["ir", -1, 1],
  ["iras", -1, 1],
  ["ies", -1, 1],
  ["\u00EEmes", -1, 1],
  ["isses", -1, 1],
  ["issantes", -1, 1],
  ["\u00EEtes", -1, 1],
  ["is", -1, 1],
  ["irais", 13, 1],
  ["issais", 13, 1],
  ["irions", -1, 1],
  ["issions", -1, 1],
  ["irons", -1, 1],
  ["issons", -1, 1],
  ["issants", -1, 1],
  ["it", -1, 1],
  ["irait", 21, 1],
  ["issait", 21, 1],
  ["issant", -1, 1],
  ["iraIent", -1, 1],
  ["issaIent", -1, 1],
  ["irent", -1, 1],
  ["issent", -1, 1],
  ["iront", -1, 1],
  ["\u00EEt", -1, 1],
  ["iriez", -1, 1],
  ["issiez", -1, 1],
  ["irez", -1, 1],
  ["issez", -1, 1],
];
const a_6 = [
  ["a", -1, 3],
  ["era", 0, 2],
  ["asse", -1, 3],
  ["ante", -1, 3],
  ["\u00E9e", -1, 2],
  ["ai", -1, 3],
  ["erai", 5, 2],
  ["er", -1, 2],
  ["as", -1, 3],
  ["eras", 8, 2],
  ["\u00E2mes", -1, 3],
  ["asses", -1, 3],
  ["antes", -1, 3],
  ["\u00E2tes", -1, 3],
  ["\u00E9es", -1, 2],
  ["ais", -1, 3],
  ["erais", 15, 2],
  ["ions", -1, 1],
  ["erions", 17, 2],
  ["assions", 17, 3],
  ["erons", -1, 2],
  ["ants", -1, 3],
  ["\u00E9s", -1, 2],
  ["ait", -1, 3],
  ["erait", 23, 2],
  ["ant", -1, 3],
  ["aIent", -1, 3],
  ["eraIent", 26, 2],
  ["\u00E8rent", -1, 2],
  ["assent", -1, 3],
  ["eront", -1, 2],
  ["\u00E2t", -1, 3],
  ["ez", -1, 2],
  ["iez", 32, 2],
  ["eriez", 33, 2],
  ["assiez", 33, 3],
  ["erez", 32, 2],
  ["\u00E9", -1, 2],
];
const a_7 = [
  ["e", -1, 3],
  ["I\u00E8re", 0, 2],
  ["i\u00E8re", 0, 2],
  ["ion", -1, 1],
  ["Ier", -1, 2],
  ["ier", -1, 2],
  ["\u00EB", -1, 4],
];
const a_8 = [
  ["ell", -1, -1],
  ["eill", -1, -1],
  ["enn", -1, -1],
  ["onn", -1, -1],
  ["ett", -1, -1],
];
const g_v = [17, 65, 16, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 128, 130, 103, 8, 5];
const g_keep_with_s = [1, 65, 20, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 128];
class Program extends SnowballProgram {
  I_p2 = 0;
  I_p1 = 0;
  I_pV = 0;
  r_prelude() {
    var v_1 = undefined;
    var v_2 = undefined;
    var v_3 = undefined;
    var v_4 = undefined;

    replab0: while (true) {
      v_1 = this.cursor;

      lab1: do {
        golab2: while (true) {
          v_2 = this.cursor;

          lab3: do {
            lab4: do {
              v_3 = this.cursor;

              lab5: do {
                if (!this.inGroup(g_v, 97, 251)) {
                  break lab5;
                }

                this.bra = this.cursor;

                lab6: do {
                  v_4 = this.cursor;

                  lab7: do {
                    if (!this.equals("u")) {
                      break lab7;
                    }

                    this.ket = this.cursor;

                    if (!this.inGroup(g_v, 97, 251)) {
                      break lab7;
                    }

                    this.replaceSlice("U");
                    break lab6;
                  } while (false);

                  this.cursor = v_4;

                  lab8: do {
                    if (!this.equals("i")) {
                      break lab8;
                    }

                    this.ket = this.cursor;

                    if (!this.inGroup(g_v, 97, 251)) {
                      break lab8;
                    }

                    this.replaceSlice("I");
                    break lab6;
                  } while (false);

                  this.cursor = v_4;

                  if (!this.equals("y")) {
                    break lab5;
                  }

                  this.ket = this.cursor;
                  this.replaceSlice("Y");
                } while (false);

                break lab4;
              } while (false);

              this.cursor = v_3;

              lab9: do {
                this.bra = this.cursor;

                if (!this.equals("y")) {
                  break lab9;
                }

                this.ket = this.cursor;

                if (!this.inGroup(g_v, 97, 251)) {
                  break lab9;
                }

                this.replaceSlice("Y");
                break lab4;
              } while (false);

              this.cursor = v_3;

              if (!this.equals("q")) {
                break lab3;
              }

              this.bra = this.cursor;

              if (!this.equals("u")) {
                break lab3;
              }

              this.ket = this.cursor;
              this.replaceSlice("U");
            } while (false);

            this.cursor = v_2;
            break golab2;
          } while (false);

          this.cursor = v_2;

          if (this.cursor >= this.limit) {
            break lab1;
          }

          this.cursor++;
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
    var v_4 = undefined;
    this.I_pV = this.limit;
    this.I_p1 = this.limit;
    this.I_p2 = this.limit;
    v_1 = this.cursor;

    lab0: do {
      lab1: do {
        v_2 = this.cursor;

        lab2: do {
          if (!this.inGroup(g_v, 97, 251)) {
            break lab2;
          }

          if (!this.inGroup(g_v, 97, 251)) {
            break lab2;
          }

          if (this.cursor >= this.limit) {
            break lab2;
          }

          this.cursor++;
          break lab1;
        } while (false);

        this.cursor = v_2;

        lab3: do {
          if (this.findAmong(a_0) === 0) {
            break lab3;
          }

          break lab1;
        } while (false);

        this.cursor = v_2;

        if (this.cursor >= this.limit) {
          break lab0;
        }

        this.cursor++;

        golab4: while (true) {
          lab5: do {
            if (!this.inGroup(g_v, 97, 251)) {
              break lab5;
            }

            break golab4;
          } while (false);

          if (this.cursor >= this.limit) {
            break lab0;
          }

          this.cursor++;
        }
      } while (false);

      this.I_pV = this.cursor;
    } while (false);

    this.cursor = v_1;
    v_4 = this.cursor;

    lab6: do {
      golab7: while (true) {
        lab8: do {
          if (!this.inGroup(g_v, 97, 251)) {
            break lab8;
          }

          break golab7;
        } while (false);

        if (this.cursor >= this.limit) {
          break lab6;
        }

        this.cursor++;
      }

      golab9: while (true) {
        lab10: do {
          if (!this.outOfGroup(g_v, 97, 251)) {
            break lab10;
          }

          break golab9;
        } while (false);

        if (this.cursor >= this.limit) {
          break lab6;
        }

        this.cursor++;
      }

      this.I_p1 = this.cursor;

      golab11: while (true) {
        lab12: do {
          if (!this.inGroup(g_v, 97, 251)) {
            break lab12;
          }

          break golab11;
        } while (false);

        if (this.cursor >= this.limit) {
          break lab6;
        }

        this.cursor++;
      }

      golab13: while (true) {
        lab14: do {
          if (!this.outOfGroup(g_v, 97, 251)) {
            break lab14;
          }

          break golab13;
        } while (false);

        if (this.cursor >= this.limit) {
          break lab6;
        }

        this.cursor++;
      }

      this.I_p2 = this.cursor;
    } while (false);

    this.cursor = v_4;
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
            this.replaceSlice("i");
            break;

          case 2:
            this.replaceSlice("u");
            break;

          case 3:
            this.replaceSlice("y");
            break;

          case 4:
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
    var v_5 = undefined;
    var v_6 = undefined;
    var v_7 = undefined;
    var v_8 = undefined;
    var v_9 = undefined;
    var v_10 = undefined;
    var v_11 = undefined;
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
        if (!this.r_R2()) {
          return false;
        }

        this.removeSlice();
        break;

      case 2:
        if (!this.r_R2()) {
          return false;
        }

        this.removeSlice();
        v_1 = this.limit - this.cursor;

        lab0: do {
          this.ket = this.cursor;

          if (!this.equalsBefore("ic")) {
            this.cursor = this.limit - v_1;
            break lab0;
          }

          this.bra = this.cursor;

          lab1: do {
            v_2 = this.limit - this.cursor;

            lab2: do {
              if (!this.r_R2()) {
                break lab2;
              }

              this.removeSlice();
              break lab1;
            } while (false);

            this.cursor = this.limit - v_2;
            this.replaceSlice("iqU");
          } while (false);
        } while (false);

        break;

      case 3:
        if (!this.r_R2()) {
          return false;
        }

        this.replaceSlice("log");
        break;

      case 4:
        if (!this.r_R2()) {
          return false;
        }

        this.replaceSlice("u");
        break;

      case 5:
        if (!this.r_R2()) {
          return false;
        }

        this.replaceSlice("ent");
        break;

      case 6:
        if (!this.r_RV()) {
          return false;
        }

        this.removeSlice();
        v_3 = this.limit - this.cursor;

        lab3: do {
          this.ket = this.cursor;
          among_var = this.findAmongBefore(a_2);

          if (among_var === 0) {
            this.cursor = this.limit - v_3;
            break lab3;
          }

          this.bra = this.cursor;

          switch (among_var) {
            case 0:
              this.cursor = this.limit - v_3;
              break lab3;

            case 1:
              if (!this.r_R2()) {
                this.cursor = this.limit - v_3;
                break lab3;
              }

              this.removeSlice();
              this.ket = this.cursor;

              if (!this.equalsBefore("at")) {
                this.cursor = this.limit - v_3;
                break lab3;
              }

              this.bra = this.cursor;

              if (!this.r_R2()) {
                this.cursor = this.limit - v_3;
                break lab3;
              }

              this.removeSlice();
              break;

            case 2:
              lab4: do {
                v_4 = this.limit - this.cursor;

                lab5: do {
                  if (!this.r_R2()) {
                    break lab5;
                  }

                  this.removeSlice();
                  break lab4;
                } while (false);

                this.cursor = this.limit - v_4;

                if (!this.r_R1()) {
                  this.cursor = this.limit - v_3;
                  break lab3;
                }

                this.replaceSlice("eux");
              } while (false);

              break;

            case 3:
              if (!this.r_R2()) {
                this.cursor = this.limit - v_3;
                break lab3;
              }

              this.removeSlice();
              break;

            case 4:
              if (!this.r_RV()) {
                this.cursor = this.limit - v_3;
                break lab3;
              }

              this.replaceSlice("i");
              break;
          }
        } while (false);

        break;

      case 7:
        if (!this.r_R2()) {
          return false;
        }

        this.removeSlice();
        v_5 = this.limit - this.cursor;

        lab6: do {
          this.ket = this.cursor;
          among_var = this.findAmongBefore(a_3);

          if (among_var === 0) {
            this.cursor = this.limit - v_5;
            break lab6;
          }

          this.bra = this.cursor;

          switch (among_var) {
            case 0:
              this.cursor = this.limit - v_5;
              break lab6;

            case 1:
              lab7: do {
                v_6 = this.limit - this.cursor;

                lab8: do {
                  if (!this.r_R2()) {
                    break lab8;
                  }

                  this.removeSlice();
                  break lab7;
                } while (false);

                this.cursor = this.limit - v_6;
                this.replaceSlice("abl");
              } while (false);

              break;

            case 2:
              lab9: do {
                v_7 = this.limit - this.cursor;

                lab10: do {
                  if (!this.r_R2()) {
                    break lab10;
                  }

                  this.removeSlice();
                  break lab9;
                } while (false);

                this.cursor = this.limit - v_7;
                this.replaceSlice("iqU");
              } while (false);

              break;

            case 3:
              if (!this.r_R2()) {
                this.cursor = this.limit - v_5;
                break lab6;
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
        v_8 = this.limit - this.cursor;

        lab11: do {
          this.ket = this.cursor;

          if (!this.equalsBefore("at")) {
            this.cursor = this.limit - v_8;
            break lab11;
          }

          this.bra = this.cursor;

          if (!this.r_R2()) {
            this.cursor = this.limit - v_8;
            break lab11;
          }

          this.removeSlice();
          this.ket = this.cursor;

          if (!this.equalsBefore("ic")) {
            this.cursor = this.limit - v_8;
            break lab11;
          }

          this.bra = this.cursor;

          lab12: do {
            v_9 = this.limit - this.cursor;

            lab13: do {
              if (!this.r_R2()) {
                break lab13;
              }

              this.removeSlice();
              break lab12;
            } while (false);

            this.cursor = this.limit - v_9;
            this.replaceSlice("iqU");
          } while (false);
        } while (false);

        break;

      case 9:
        this.replaceSlice("eau");
        break;

      case 10:
        if (!this.r_R1()) {
          return false;
        }

        this.replaceSlice("al");
        break;

      case 11:
        lab14: do {
          v_10 = this.limit - this.cursor;

          lab15: do {
            if (!this.r_R2()) {
              break lab15;
            }

            this.removeSlice();
            break lab14;
          } while (false);

          this.cursor = this.limit - v_10;

          if (!this.r_R1()) {
            return false;
          }

          this.replaceSlice("eux");
        } while (false);

        break;

      case 12:
        if (!this.r_R1()) {
          return false;
        }

        if (!this.outOfGroupBefore(g_v, 97, 251)) {
          return false;
        }

        this.removeSlice();
        break;

      case 13:
        if (!this.r_RV()) {
          return false;
        }

        this.replaceSlice("ant");
        return false;

      case 14:
        if (!this.r_RV()) {
          return false;
        }

        this.replaceSlice("ent");
        return false;

      case 15:
        v_11 = this.limit - this.cursor;

        if (!this.inGroupBefore(g_v, 97, 251)) {
          return false;
        }

        if (!this.r_RV()) {
          return false;
        }

        this.cursor = this.limit - v_11;
        this.removeSlice();
        return false;
    }

    return true;
  }
  r_i_verb_suffix() {
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
    among_var = this.findAmongBefore(a_5);

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
        if (!this.outOfGroupBefore(g_v, 97, 251)) {
          this.limit_backward = v_2;
          return false;
        }

        this.removeSlice();
        break;
    }

    this.limit_backward = v_2;
    return true;
  }
  r_verb_suffix() {
    var among_var = undefined;
    var v_1 = undefined;
    var v_2 = undefined;
    var v_3 = undefined;
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
        if (!this.r_R2()) {
          this.limit_backward = v_2;
          return false;
        }

        this.removeSlice();
        break;

      case 2:
        this.removeSlice();
        break;

      case 3:
        this.removeSlice();
        v_3 = this.limit - this.cursor;

        lab0: do {
          this.ket = this.cursor;

          if (!this.equalsBefore("e")) {
            this.cursor = this.limit - v_3;
            break lab0;
          }

          this.bra = this.cursor;
          this.removeSlice();
        } while (false);

        break;
    }

    this.limit_backward = v_2;
    return true;
  }
  r_residual_suffix() {
    var among_var = undefined;
    var v_1 = undefined;
    var v_2 = undefined;
    var v_3 = undefined;
    var v_4 = undefined;
    var v_5 = undefined;
    v_1 = this.limit - this.cursor;

    lab0: do {
      this.ket = this.cursor;

      if (!this.equalsBefore("s")) {
        this.cursor = this.limit - v_1;
        break lab0;
      }

      this.bra = this.cursor;
      v_2 = this.limit - this.cursor;

      if (!this.outOfGroupBefore(g_keep_with_s, 97, 232)) {
        this.cursor = this.limit - v_1;
        break lab0;
      }

      this.cursor = this.limit - v_2;
      this.removeSlice();
    } while (false);

    v_3 = this.limit - this.cursor;

    if (this.cursor < this.I_pV) {
      return false;
    }

    this.cursor = this.I_pV;
    v_4 = this.limit_backward;
    this.limit_backward = this.cursor;
    this.cursor = this.limit - v_3;
    this.ket = this.cursor;
    among_var = this.findAmongBefore(a_7);

    if (among_var === 0) {
      this.limit_backward = v_4;
      return false;
    }

    this.bra = this.cursor;

    switch (among_var) {
      case 0:
        this.limit_backward = v_4;
        return false;

      case 1:
        if (!this.r_R2()) {
          this.limit_backward = v_4;
          return false;
        }

        lab1: do {
          v_5 = this.limit - this.cursor;

          lab2: do {
            if (!this.equalsBefore("s")) {
              break lab2;
            }

            break lab1;
          } while (false);

          this.cursor = this.limit - v_5;

          if (!this.equalsBefore("t")) {
            this.limit_backward = v_4;
            return false;
          }
        } while (false);

        this.removeSlice();
        break;

      case 2:
        this.replaceSlice("i");
        break;

      case 3:
        this.removeSlice();
        break;

      case 4:
        if (!this.equalsBefore("gu")) {
          this.limit_backward = v_4;
          return false;
        }

        this.removeSlice();
        break;
    }

    this.limit_backward = v_4;
    return true;
  }
  r_un_double() {
    var v_1 = undefined;
    v_1 = this.limit - this.cursor;

    if (this.findAmongBefore(a_8) === 0) {
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
  r_un_accent() {
    var v_3 = undefined;
    {
      var v_1 = 1;

      replab0: while (true) {
        lab1: do {
          if (!this.outOfGroupBefore(g_v, 97, 251)) {
            break lab1;
          }

          v_1--;
          continue replab0;
        } while (false);

        break replab0;
      }

      if (v_1 > 0) {
        return false;
      }
    }
    this.ket = this.cursor;

    lab2: do {
      v_3 = this.limit - this.cursor;

      lab3: do {
        if (!this.equalsBefore("\u00E9")) {
          break lab3;
        }

        break lab2;
      } while (false);

      this.cursor = this.limit - v_3;

      if (!this.equalsBefore("\u00E8")) {
        return false;
      }
    } while (false);

    this.bra = this.cursor;
    this.replaceSlice("e");
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

            lab7: do {
              if (!this.r_i_verb_suffix()) {
                break lab7;
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

          lab8: do {
            this.ket = this.cursor;

            lab9: do {
              v_8 = this.limit - this.cursor;

              lab10: do {
                if (!this.equalsBefore("Y")) {
                  break lab10;
                }

                this.bra = this.cursor;
                this.replaceSlice("i");
                break lab9;
              } while (false);

              this.cursor = this.limit - v_8;

              if (!this.equalsBefore("\u00E7")) {
                this.cursor = this.limit - v_7;
                break lab8;
              }

              this.bra = this.cursor;
              this.replaceSlice("c");
            } while (false);
          } while (false);

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

    lab11: do {
      if (!this.r_un_double()) {
        break lab11;
      }
    } while (false);

    this.cursor = this.limit - v_9;
    v_10 = this.limit - this.cursor;

    lab12: do {
      if (!this.r_un_accent()) {
        break lab12;
      }
    } while (false);

    this.cursor = this.limit - v_10;
    this.cursor = this.limit_backward;
    v_11 = this.cursor;

    lab13: do {
      if (!this.r_postlude()) {
        break lab13;
      }
    } while (false);

    this.cursor = v_11;
    return true;
  }
}
export const STEMMER: SnowballProgram = new Program();
