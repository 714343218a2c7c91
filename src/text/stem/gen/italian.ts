// Made by `npm run gen` from the package snowball-stemmers 0.6.0 (ISC; the algorithms are Snowball's, BSD-3-Clause).
// @ts-nocheck: the package has no types.
import { SnowballProgram } from "../program.ts";
const a_0 = [
  ["", -1, 7],
  ["qu", 0, 6],
  ["\u00E1", 0, 1],
  ["\u00E9", 0, 2],
  ["\u00ED", 0, 3],
  ["\u00F3", 0, 4],
  ["\u00FA", 0, 5],
];
const a_1 = [
  ["", -1, 3],
  ["I", 0, 1],
  ["U", 0, 2],
];
const a_2 = [
  ["la", -1, -1],
  ["cela", 0, -1],
  ["gliela", 0, -1],
  ["mela", 0, -1],
  ["tela", 0, -1],
  ["vela", 0, -1],
  ["le", -1, -1],
  ["cele", 6, -1],
  ["gliele", 6, -1],
  ["mele", 6, -1],
  ["tele", 6, -1],
  ["vele", 6, -1],
  ["ne", -1, -1],
  ["cene", 12, -1],
  ["gliene", 12, -1],
  ["mene", 12, -1],
  ["sene", 12, -1],
  ["tene", 12, -1],
  ["vene", 12, -1],
  ["ci", -1, -1],
  ["li", -1, -1],
  ["celi", 20, -1],
  ["glieli", 20, -1],
  ["meli", 20, -1],
  ["teli", 20, -1],
  ["veli", 20, -1],
  ["gli", 20, -1],
  ["mi", -1, -1],
  ["si", -1, -1],
  ["ti", -1, -1],
  ["vi", -1, -1],
  ["lo", -1, -1],
  ["celo", 31, -1],
  ["glielo", 31, -1],
  ["melo", 31, -1],
  ["telo", 31, -1],
  ["velo", 31, -1],
];
const a_3 = [
  ["ando", -1, 1],
  ["endo", -1, 1],
  ["ar", -1, 2],
  ["er", -1, 2],
  ["ir", -1, 2],
];
const a_4 = [
  ["ic", -1, -1],
  ["abil", -1, -1],
  ["os", -1, -1],
  ["iv", -1, 1],
];
const a_5 = [
  ["ic", -1, 1],
  ["abil", -1, 1],
  ["iv", -1, 1],
];
const a_6 = [
  ["ica", -1, 1],
  ["logia", -1, 3],
  ["osa", -1, 1],
  ["ista", -1, 1],
  ["iva", -1, 9],
  ["anza", -1, 1],
  ["enza", -1, 5],
  ["ice", -1, 1],
  ["atrice", 7, 1],
  ["iche", -1, 1],
  ["logie", -1, 3],
  ["abile", -1, 1],
  ["ibile", -1, 1],
  ["usione", -1, 4],
  ["azione", -1, 2],
  ["uzione", -1, 4],
  ["atore", -1, 2],
  ["ose", -1, 1],
  ["ante", -1, 1],
  ["mente", -1, 1],
  ["amente", 19, 7],
  ["iste", -1, 1],
  ["ive", -1, 9],
  ["anze", -1, 1],
  ["enze", -1, 5],
  ["ici", -1, 1],
  ["atrici", 25, 1],
  ["ichi", -1, 1],
  ["abili", -1, 1],
  ["ibili", -1, 1],
  ["ismi", -1, 1],
  ["usioni", -1, 4],
  ["azioni", -1, 2],
  ["uzioni", -1, 4],
  ["atori", -1, 2],
  ["osi", -1, 1],
  ["anti", -1, 1],
  ["amenti", -1, 6],
  ["imenti", -1, 6],
  ["isti", -1, 1],
  ["ivi", -1, 9],
  ["ico", -1, 1],
  ["ismo", -1, 1],
  ["oso", -1, 1],
  ["amento", -1, 6],
  ["imento", -1, 6],
  ["ivo", -1, 9],
  ["it\u00E0", -1, 8],
  ["ist\u00E0", -1, 1],
  ["ist\u00E8", -1, 1],
  ["ist\u00EC", -1, 1],
];
const a_7 = [
  ["isca", -1, 1],
  ["enda", -1, 1],
  ["ata", -1, 1],
  ["ita", -1, 1],
  ["uta", -1, 1],
  ["ava", -1, 1],
  ["eva", -1, 1],
  ["iva", -1, 1],
  ["erebbe", -1, 1],
  ["irebbe", -1, 1],
  ["isce", -1, 1],
  ["ende", -1, 1],
  ["are", -1, 1],
  ["ere", -1, 1],
  ["ire", -1, 1],
  ["asse", -1, 1],
  ["ate", -1, 1],
  ["avate", 16, 1],
  ["evate", 16, 1],
  ["ivate", 16, 1],
  ["ete", -1, 1],
  ["erete", 20, 1],
  ["irete", 20, 1],
  ["ite", -1, 1],
  ["ereste", -1, 1],
  ["ireste", -1, 1],
  ["ute", -1, 1],
  ["erai", -1, 1],
  ["irai", -1, 1],
  ["isci", -1, 1],
  ["endi", -1, 1],
  ["erei", -1, 1],
  ["irei", -1, 1],
  ["assi", -1, 1],
  ["ati", -1, 1],
  ["iti", -1, 1],
  ["eresti", -1, 1],
  ["iresti", -1, 1],
  ["uti", -1, 1],
  ["avi", -1, 1],
  ["evi", -1, 1],
  ["ivi", -1, 1],
  ["isco", -1, 1],
  ["ando", -1, 1],
  ["endo", -1, 1],
  ["Yamo", -1, 1],
  ["iamo", -1, 1],
  ["avamo", -1, 1],
  ["evamo", -1, 1],
  ["ivamo", -1, 1],
  ["eremo", -1, 1],
  ["iremo", -1, 1],
  ["assimo", -1, 1],
  ["ammo", -1, 1],
  ["emmo", -1, 1],
  ["eremmo", 54, 1],
  ["iremmo", 54, 1],
  ["immo", -1, 1],
  ["ano", -1, 1],
  ["iscano", 58, 1],
  ["avano", 58, 1],
  ["evano", 58, 1],
  ["ivano", 58, 1],
  ["eranno", -1, 1],
  ["iranno", -1, 1],
  ["ono", -1, 1],
  ["iscono", 65, 1],
  ["arono", 65, 1],
  ["erono", 65, 1],
  ["irono", 65, 1],
  ["erebbero", -1, 1],
  ["irebbero", -1, 1],
  ["assero", -1, 1],
  ["essero", -1, 1],
  ["issero", -1, 1],
  ["ato", -1, 1],
  ["ito", -1, 1],
  ["uto", -1, 1],
  ["avo", -1, 1],
  ["evo", -1, 1],
  ["ivo", -1, 1],
  ["ar", -1, 1],
  ["ir", -1, 1],
  ["er\u00E0", -1, 1],
  ["ir\u00E0", -1, 1],
  ["er\u00F2", -1, 1],
  ["ir\u00F2", -1, 1],
];
const g_v = [17, 65, 16, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 128, 128, 8, 2, 1];
const g_AEIO = [17, 65, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 128, 128, 8, 2];
const g_CG = [17];
class Program extends SnowballProgram {
  I_p2 = 0;
  I_p1 = 0;
  I_pV = 0;
  r_prelude() {
    var among_var = undefined;
    var v_1 = undefined;
    var v_2 = undefined;
    var v_3 = undefined;
    var v_4 = undefined;
    var v_5 = undefined;
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
            this.replaceSlice("\u00E0");
            break;

          case 2:
            this.replaceSlice("\u00E8");
            break;

          case 3:
            this.replaceSlice("\u00EC");
            break;

          case 4:
            this.replaceSlice("\u00F2");
            break;

          case 5:
            this.replaceSlice("\u00F9");
            break;

          case 6:
            this.replaceSlice("qU");
            break;

          case 7:
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

    replab2: while (true) {
      v_3 = this.cursor;

      lab3: do {
        golab4: while (true) {
          v_4 = this.cursor;

          lab5: do {
            if (!this.inGroup(g_v, 97, 249)) {
              break lab5;
            }

            this.bra = this.cursor;

            lab6: do {
              v_5 = this.cursor;

              lab7: do {
                if (!this.equals("u")) {
                  break lab7;
                }

                this.ket = this.cursor;

                if (!this.inGroup(g_v, 97, 249)) {
                  break lab7;
                }

                this.replaceSlice("U");
                break lab6;
              } while (false);

              this.cursor = v_5;

              if (!this.equals("i")) {
                break lab5;
              }

              this.ket = this.cursor;

              if (!this.inGroup(g_v, 97, 249)) {
                break lab5;
              }

              this.replaceSlice("I");
            } while (false);

            this.cursor = v_4;
            break golab4;
          } while (false);

          this.cursor = v_4;

          if (this.cursor >= this.limit) {
            break lab3;
          }

          this.cursor++;
        }

        continue replab2;
      } while (false);

      this.cursor = v_3;
      break replab2;
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
          if (!this.inGroup(g_v, 97, 249)) {
            break lab2;
          }

          lab3: do {
            v_3 = this.cursor;

            lab4: do {
              if (!this.outOfGroup(g_v, 97, 249)) {
                break lab4;
              }

              golab5: while (true) {
                lab6: do {
                  if (!this.inGroup(g_v, 97, 249)) {
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

            if (!this.inGroup(g_v, 97, 249)) {
              break lab2;
            }

            golab7: while (true) {
              lab8: do {
                if (!this.outOfGroup(g_v, 97, 249)) {
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

        if (!this.outOfGroup(g_v, 97, 249)) {
          break lab0;
        }

        lab9: do {
          v_6 = this.cursor;

          lab10: do {
            if (!this.outOfGroup(g_v, 97, 249)) {
              break lab10;
            }

            golab11: while (true) {
              lab12: do {
                if (!this.inGroup(g_v, 97, 249)) {
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

          if (!this.inGroup(g_v, 97, 249)) {
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
          if (!this.inGroup(g_v, 97, 249)) {
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
          if (!this.outOfGroup(g_v, 97, 249)) {
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
          if (!this.inGroup(g_v, 97, 249)) {
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
          if (!this.outOfGroup(g_v, 97, 249)) {
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
            this.replaceSlice("i");
            break;

          case 2:
            this.replaceSlice("u");
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
  r_attached_pronoun() {
    var among_var = undefined;
    this.ket = this.cursor;

    if (this.findAmongBefore(a_2) === 0) {
      return false;
    }

    this.bra = this.cursor;
    among_var = this.findAmongBefore(a_3);

    if (among_var === 0) {
      return false;
    }

    if (!this.r_RV()) {
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
    among_var = this.findAmongBefore(a_6);

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

          if (!this.r_R2()) {
            this.cursor = this.limit - v_1;
            break lab0;
          }

          this.removeSlice();
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

        this.replaceSlice("ente");
        break;

      case 6:
        if (!this.r_RV()) {
          return false;
        }

        this.removeSlice();
        break;

      case 7:
        if (!this.r_R1()) {
          return false;
        }

        this.removeSlice();
        v_2 = this.limit - this.cursor;

        lab1: do {
          this.ket = this.cursor;
          among_var = this.findAmongBefore(a_4);

          if (among_var === 0) {
            this.cursor = this.limit - v_2;
            break lab1;
          }

          this.bra = this.cursor;

          if (!this.r_R2()) {
            this.cursor = this.limit - v_2;
            break lab1;
          }

          this.removeSlice();

          switch (among_var) {
            case 0:
              this.cursor = this.limit - v_2;
              break lab1;

            case 1:
              this.ket = this.cursor;

              if (!this.equalsBefore("at")) {
                this.cursor = this.limit - v_2;
                break lab1;
              }

              this.bra = this.cursor;

              if (!this.r_R2()) {
                this.cursor = this.limit - v_2;
                break lab1;
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
        v_3 = this.limit - this.cursor;

        lab2: do {
          this.ket = this.cursor;
          among_var = this.findAmongBefore(a_5);

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

      case 9:
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
          this.ket = this.cursor;

          if (!this.equalsBefore("ic")) {
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
    among_var = this.findAmongBefore(a_7);

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
  r_vowel_suffix() {
    var v_1 = undefined;
    var v_2 = undefined;
    v_1 = this.limit - this.cursor;

    lab0: do {
      this.ket = this.cursor;

      if (!this.inGroupBefore(g_AEIO, 97, 242)) {
        this.cursor = this.limit - v_1;
        break lab0;
      }

      this.bra = this.cursor;

      if (!this.r_RV()) {
        this.cursor = this.limit - v_1;
        break lab0;
      }

      this.removeSlice();
      this.ket = this.cursor;

      if (!this.equalsBefore("i")) {
        this.cursor = this.limit - v_1;
        break lab0;
      }

      this.bra = this.cursor;

      if (!this.r_RV()) {
        this.cursor = this.limit - v_1;
        break lab0;
      }

      this.removeSlice();
    } while (false);

    v_2 = this.limit - this.cursor;

    lab1: do {
      this.ket = this.cursor;

      if (!this.equalsBefore("h")) {
        this.cursor = this.limit - v_2;
        break lab1;
      }

      this.bra = this.cursor;

      if (!this.inGroupBefore(g_CG, 99, 103)) {
        this.cursor = this.limit - v_2;
        break lab1;
      }

      if (!this.r_RV()) {
        this.cursor = this.limit - v_2;
        break lab1;
      }

      this.removeSlice();
    } while (false);

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
      if (!this.r_attached_pronoun()) {
        break lab2;
      }
    } while (false);

    this.cursor = this.limit - v_3;
    v_4 = this.limit - this.cursor;

    lab3: do {
      lab4: do {
        v_5 = this.limit - this.cursor;

        lab5: do {
          if (!this.r_standard_suffix()) {
            break lab5;
          }

          break lab4;
        } while (false);

        this.cursor = this.limit - v_5;

        if (!this.r_verb_suffix()) {
          break lab3;
        }
      } while (false);
    } while (false);

    this.cursor = this.limit - v_4;
    v_6 = this.limit - this.cursor;

    lab6: do {
      if (!this.r_vowel_suffix()) {
        break lab6;
      }
    } while (false);

    this.cursor = this.limit - v_6;
    this.cursor = this.limit_backward;
    v_7 = this.cursor;

    lab7: do {
      if (!this.r_postlude()) {
        break lab7;
      }
    } while (false);

    this.cursor = v_7;
    return true;
  }
}
export const STEMMER: SnowballProgram = new Program();
