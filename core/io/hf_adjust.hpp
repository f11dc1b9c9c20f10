// SPDX-License-Identifier: Apache-2.0
#pragma once
// Oddities of single families, applied after the plan is built from the family's entry.

namespace shardscope {

class HfReader;
struct HfPlan;

void adjustGptBigcode(HfReader& reader, HfPlan& plan);
void adjustOpt(HfReader& reader, HfPlan& plan);
void adjustBloom(HfReader& reader, HfPlan& plan);
void adjustFalcon(HfReader& reader, HfPlan& plan);
void adjustMpt(HfReader& reader, HfPlan& plan);
void adjustQwen1(HfReader& reader, HfPlan& plan);
void adjustStablelm(HfReader& reader, HfPlan& plan);
void adjustChatglm(HfReader& reader, HfPlan& plan);
void adjustApertus(HfReader& reader, HfPlan& plan);
void adjustMinimaxM2(HfReader& reader, HfPlan& plan);
void adjustGptOss(HfReader& reader, HfPlan& plan);
void adjustLlama4(HfReader& reader, HfPlan& plan);
void adjustHunyuan(HfReader& reader, HfPlan& plan);

}  // namespace shardscope
