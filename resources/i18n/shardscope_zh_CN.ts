<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>QAbstractSpinBox</name>
    <message>
        <source>&amp;Select All</source>
        <translation>全选(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Step up</source>
        <translation>增加(&amp;S)</translation>
    </message>
    <message>
        <source>Step &amp;down</source>
        <translation>减少(&amp;D)</translation>
    </message>
</context>
<context>
    <name>QGnomeTheme</name>
    <message>
        <source>&amp;OK</source>
        <translation>确定(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>保存(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>关闭(&amp;C)</translation>
    </message>
    <message>
        <source>Close without Saving</source>
        <translation>不保存并关闭</translation>
    </message>
</context>
<context>
    <name>QLineEdit</name>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <source>Cu&amp;t</source>
        <translation>剪切(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Paste</source>
        <translation>粘贴(&amp;P)</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Select All</source>
        <translation>全选</translation>
    </message>
</context>
<context>
    <name>QPlatformTheme</name>
    <message>
        <source>OK</source>
        <translation>确定</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>&amp;Yes</source>
        <translation>是(&amp;Y)</translation>
    </message>
    <message>
        <source>&amp;No</source>
        <translation>否(&amp;N)</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>放弃</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>应用</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>重置</translation>
    </message>
</context>
<context>
    <name>QWidgetTextControl</name>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
    <message>
        <source>Copy &amp;Link Location</source>
        <translation>复制链接地址(&amp;L)</translation>
    </message>
    <message>
        <source>Select All</source>
        <translation>全选</translation>
    </message>
</context>
<context>
    <name>labels</name>
    <message>
        <source>tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>tensor parallelism (TP)</source>
        <translation>张量并行 (TP)</translation>
    </message>
    <message>
        <source>pipeline</source>
        <translation>流水线</translation>
    </message>
    <message>
        <source>pipeline parallelism (PP)</source>
        <translation>流水线并行 (PP)</translation>
    </message>
    <message>
        <source>chunks</source>
        <translation>虚拟段</translation>
    </message>
    <message>
        <source>virtual stages (VPP)</source>
        <translation>虚拟流水线阶段 (VPP)</translation>
    </message>
    <message>
        <source>data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>data parallelism (DP)</source>
        <translation>数据并行 (DP)</translation>
    </message>
    <message>
        <source>context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>context parallelism (CP)</source>
        <translation>上下文并行 (CP)</translation>
    </message>
    <message>
        <source>expert</source>
        <translation>专家</translation>
    </message>
    <message>
        <source>expert parallelism (EP)</source>
        <translation>专家并行 (EP)</translation>
    </message>
    <message>
        <source>micro-batch</source>
        <translation>微批次</translation>
    </message>
    <message>
        <source>micro-batch size (b)</source>
        <translation>微批次大小 (b)</translation>
    </message>
    <message>
        <source>micro-batches (M)</source>
        <translation>微批次数 (M)</translation>
    </message>
    <message>
        <source>global</source>
        <translation>全局</translation>
    </message>
    <message>
        <source>global batch (B)</source>
        <translation>全局批量 (B)</translation>
    </message>
    <message>
        <source>sequence</source>
        <translation>序列长度</translation>
    </message>
    <message>
        <source>sequence length (s)</source>
        <translation>序列长度 (s)</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU 数</translation>
    </message>
    <message>
        <source>GPUs in all (N)</source>
        <translation>GPU 总数 (N)</translation>
    </message>
    <message>
        <source>GPUs per node</source>
        <translation>每节点 GPU 数</translation>
    </message>
    <message>
        <source>GPUs on the fast link</source>
        <translation>高速链路上的 GPU 数</translation>
    </message>
    <message>
        <source>nodes</source>
        <translation>节点数</translation>
    </message>
    <message>
        <source>NIC per GPU</source>
        <translation>每 GPU 网卡带宽</translation>
    </message>
    <message>
        <source>price per GPU-hour</source>
        <translation>每 GPU 小时价格</translation>
    </message>
    <message>
        <source>precision</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>weight bytes</source>
        <translation>权重字节</translation>
    </message>
    <message>
        <source>gradient bytes</source>
        <translation>梯度字节</translation>
    </message>
    <message>
        <source>optimizer bytes</source>
        <translation>优化器字节</translation>
    </message>
    <message>
        <source>adapter</source>
        <translation>适配器</translation>
    </message>
    <message>
        <source>activation recompute</source>
        <translation>激活重计算</translation>
    </message>
    <message>
        <source>layers per segment</source>
        <translation>每段层数</translation>
    </message>
    <message>
        <source>FlashAttention</source>
        <translation>FlashAttention</translation>
    </message>
    <message>
        <source>dropout</source>
        <translation>Dropout</translation>
    </message>
    <message>
        <source>cross-entropy</source>
        <translation>交叉熵</translation>
    </message>
    <message>
        <source>cross-entropy chunks</source>
        <translation>交叉熵分块</translation>
    </message>
    <message>
        <source>weight-gradient cache</source>
        <translation>权重梯度缓存</translation>
    </message>
    <message>
        <source>fine-tuning</source>
        <translation>微调</translation>
    </message>
    <message>
        <source>tokens to train</source>
        <translation>训练 token 数</translation>
    </message>
    <message>
        <source>sequence parallelism (SP)</source>
        <translation>序列并行 (SP)</translation>
    </message>
    <message>
        <source>kind of CP</source>
        <translation>CP 方式</translation>
    </message>
    <message>
        <source>tensor parallelism of experts (ETP)</source>
        <translation>专家张量并行 (ETP)</translation>
    </message>
    <message>
        <source>ZeRO stage</source>
        <translation>ZeRO 级别</translation>
    </message>
    <message>
        <source>pipeline schedule</source>
        <translation>流水线调度</translation>
    </message>
    <message>
        <source>shard group</source>
        <translation>分片组</translation>
    </message>
    <message>
        <source>layers per stage</source>
        <translation>每阶段层数</translation>
    </message>
    <message>
        <source>capacity factor</source>
        <translation>容量因子</translation>
    </message>
    <message>
        <source>pad to capacity</source>
        <translation>填充到容量</translation>
    </message>
    <message>
        <source>hot-token share</source>
        <translation>热点 token 占比</translation>
    </message>
    <message>
        <source>software stack</source>
        <translation>软件栈</translation>
    </message>
    <message>
        <source>DP overlap</source>
        <translation>DP 重叠</translation>
    </message>
    <message>
        <source>PP overlap</source>
        <translation>PP 重叠</translation>
    </message>
    <message>
        <source>TP overlap (0–1)</source>
        <translation>TP 重叠 (0–1)</translation>
    </message>
    <message>
        <source>EP overlap (0–1)</source>
        <translation>EP 重叠 (0–1)</translation>
    </message>
    <message>
        <source>de-duplicated EP</source>
        <translation>去重 EP</translation>
    </message>
    <message>
        <source>flat network</source>
        <translation>扁平网络</translation>
    </message>
    <message>
        <source>FLOP convention</source>
        <translation>FLOP 口径</translation>
    </message>
    <message>
        <source>smallest global batch, tokens</source>
        <translation>全局批量下限 (token)</translation>
    </message>
    <message>
        <source>largest global batch, tokens</source>
        <translation>全局批量上限 (token)</translation>
    </message>
    <message>
        <source>model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Selective</source>
        <translation>选择性</translation>
    </message>
    <message>
        <source>Ops</source>
        <translation>算子级</translation>
    </message>
    <message>
        <source>Full</source>
        <translation>完全</translation>
    </message>
    <message>
        <source>Interleaved 1F1B</source>
        <translation>交错式 1F1B</translation>
    </message>
    <message>
        <source>Zero bubble H1</source>
        <translation>零气泡 H1</translation>
    </message>
    <message>
        <source>Zero bubble H2</source>
        <translation>零气泡 H2</translation>
    </message>
    <message>
        <source>Zero bubble V</source>
        <translation>零气泡 V</translation>
    </message>
    <message>
        <source>Ring</source>
        <translation>Ring</translation>
    </message>
    <message>
        <source>All-to-All</source>
        <translation>All-to-All</translation>
    </message>
    <message>
        <source>Causal attention</source>
        <translation>因果注意力</translation>
    </message>
    <message>
        <source>Full attention</source>
        <translation>全注意力</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>单步时间</translation>
    </message>
    <message>
        <source>MFU</source>
        <translation>MFU</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>吞吐</translation>
    </message>
    <message>
        <source>Peak memory</source>
        <translation>峰值显存</translation>
    </message>
    <message>
        <source>Bubble</source>
        <translation>气泡</translation>
    </message>
    <message>
        <source>GPU-hours</source>
        <translation>GPU 小时</translation>
    </message>
    <message>
        <source>k tok/s</source>
        <translation>k token/s</translation>
    </message>
    <message>
        <source>GPU-h</source>
        <translation>GPU 小时</translation>
    </message>
    <message>
        <source>&gt; %1 layers</source>
        <translation>&gt; %1 层</translation>
    </message>
    <message>
        <source>heads</source>
        <translation>头</translation>
    </message>
    <message>
        <source>per step</source>
        <translation>每步</translation>
    </message>
    <message>
        <source>layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>experts</source>
        <translation>专家</translation>
    </message>
    <message>
        <source>dense</source>
        <translation>稠密</translation>
    </message>
    <message>
        <source>%1: default</source>
        <translation>%1：默认</translation>
    </message>
    <message>
        <source>%1 on</source>
        <translation>%1 开</translation>
    </message>
    <message>
        <source>%1 off</source>
        <translation>%1 关</translation>
    </message>
    <message numerus="yes">
        <source>%n changes</source>
        <translation>
            <numerusform>%n 项改动</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>main</name>
    <message>
        <source>Could not write the picture %1.</source>
        <translation>无法写入图片 %1。</translation>
    </message>
</context>
<context>
    <name>models</name>
    <message>
        <source>layers</source>
        <translation>层数</translation>
    </message>
    <message>
        <source>hidden size</source>
        <translation>隐藏维度</translation>
    </message>
    <message>
        <source>query heads</source>
        <translation>查询头数</translation>
    </message>
    <message>
        <source>KV heads</source>
        <translation>KV 头数</translation>
    </message>
    <message>
        <source>head size</source>
        <translation>头维度</translation>
    </message>
    <message>
        <source>MLP width</source>
        <translation>MLP 宽度</translation>
    </message>
    <message>
        <source>vocabulary</source>
        <translation>词表大小</translation>
    </message>
    <message>
        <source>gated MLP</source>
        <translation>门控 MLP</translation>
    </message>
    <message>
        <source>norm</source>
        <translation>归一化</translation>
    </message>
    <message>
        <source>biases</source>
        <translation>偏置</translation>
    </message>
    <message>
        <source>head tied to the table</source>
        <translation>输出头与词表共享</translation>
    </message>
    <message>
        <source>learned positions</source>
        <translation>学习的位置数</translation>
    </message>
    <message>
        <source>dropout by habit</source>
        <translation>惯用 dropout</translation>
    </message>
    <message>
        <source>experts</source>
        <translation>专家数</translation>
    </message>
    <message>
        <source>experts per token</source>
        <translation>每 token 专家数</translation>
    </message>
    <message>
        <source>expert width</source>
        <translation>专家宽度</translation>
    </message>
    <message>
        <source>shared width</source>
        <translation>共享专家宽度</translation>
    </message>
    <message>
        <source>leading dense layers</source>
        <translation>开头的稠密层</translation>
    </message>
    <message>
        <source>MoE every n layers</source>
        <translation>每 n 层一个 MoE</translation>
    </message>
    <message>
        <source>router correction</source>
        <translation>路由修正项</translation>
    </message>
    <message>
        <source>query rank</source>
        <translation>查询秩</translation>
    </message>
    <message>
        <source>KV rank</source>
        <translation>KV 秩</translation>
    </message>
    <message>
        <source>head size, no position</source>
        <translation>头维度（无位置）</translation>
    </message>
    <message>
        <source>head size, rotary</source>
        <translation>头维度（旋转）</translation>
    </message>
    <message>
        <source>head size, values</source>
        <translation>头维度（值）</translation>
    </message>
    <message>
        <source>window, tokens</source>
        <translation>窗口（token）</translation>
    </message>
    <message>
        <source>windowed share (0–1)</source>
        <translation>窗口层占比（0–1）</translation>
    </message>
    <message>
        <source>Own model</source>
        <translation>自定义模型</translation>
    </message>
    <message>
        <source>%1 (edited)</source>
        <translation>%1（已编辑）</translation>
    </message>
    <message>
        <source>MoE</source>
        <translation>MoE</translation>
    </message>
    <message>
        <source>dense</source>
        <translation>稠密</translation>
    </message>
    <message>
        <source>own dimensions</source>
        <translation>自定义维度</translation>
    </message>
    <message>
        <source>catalogue: %1</source>
        <translation>目录：%1</translation>
    </message>
    <message>
        <source>Family %1 · %2</source>
        <translation>系列 %1 · %2</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>规模</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>Form</source>
        <translation>形式</translation>
    </message>
    <message>
        <source>Experts</source>
        <translation>专家</translation>
    </message>
    <message>
        <source>Latent attention (MLA)</source>
        <translation>潜在注意力（MLA）</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
</context>
<context>
    <name>shardscope::ui::Actions</name>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Scenario</source>
        <translation>方案(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>Open &amp;preset</source>
        <translation>打开预设(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;GPU</source>
        <translation>&amp;GPU</translation>
    </message>
    <message>
        <source>&amp;Panels</source>
        <translation>面板(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>打开(&amp;O)…</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>保存(&amp;S)</translation>
    </message>
    <message>
        <source>Save &amp;as…</source>
        <translation>另存为(&amp;A)…</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>导出(&amp;E)…</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Light theme</source>
        <translation>浅色主题(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Dark theme</source>
        <translation>深色主题(&amp;D)</translation>
    </message>
    <message>
        <source>Switch language</source>
        <translation>切换语言</translation>
    </message>
    <message>
        <source>Switch theme</source>
        <translation>切换主题</translation>
    </message>
    <message>
        <source>Lar&amp;ger text</source>
        <translation>放大文字(&amp;G)</translation>
    </message>
    <message>
        <source>S&amp;maller text</source>
        <translation>缩小文字(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Usual text size</source>
        <translation>默认文字大小(&amp;U)</translation>
    </message>
    <message>
        <source>Single-&amp;key shortcuts</source>
        <translation>单键快捷键(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Reset layout</source>
        <translation>重置布局(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Next panel</source>
        <translation>下一个面板(&amp;N)</translation>
    </message>
    <message>
        <source>Pre&amp;vious panel</source>
        <translation>上一个面板(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Pin the live configuration</source>
        <translation>固定当前配置(&amp;P)</translation>
    </message>
    <message>
        <source>Next &amp;recompute mode</source>
        <translation>切换重计算方式(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Lock or unlock the focused row</source>
        <translation>锁定或解锁当前行(&amp;L)</translation>
    </message>
    <message>
        <source>Edit &amp;cluster…</source>
        <translation>编辑集群(&amp;C)…</translation>
    </message>
    <message>
        <source>&amp;About Shardscope</source>
        <translation>关于 Shardscope(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Keyboard</source>
        <translation>键盘(&amp;K)</translation>
    </message>
    <message>
        <source>Go to %1</source>
        <translation>转到%1</translation>
    </message>
    <message>
        <source>Apply pin %1</source>
        <translation>应用固定方案 %1</translation>
    </message>
    <message>
        <source>&amp;Undo: %1</source>
        <translation>撤销(&amp;U)：%1</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Redo: %1</source>
        <translation>重做(&amp;R)：%1</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>重置</translation>
    </message>
    <message>
        <source>&amp;Copy chart as picture</source>
        <translation>复制图表为图片(&amp;C)</translation>
    </message>
    <message>
        <source>Save chart as &amp;picture…</source>
        <translation>保存图表为图片(&amp;P)…</translation>
    </message>
    <message>
        <source>Chart as &amp;table</source>
        <translation>以表格查看图表(&amp;T)</translation>
    </message>
    <message>
        <source>S&amp;weep</source>
        <translation>扫描(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Run again</source>
        <translation>重新扫描(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>停止(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Apply the best</source>
        <translation>应用最优配置(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Usual sweep: PP × TP, best over the rest</source>
        <translation>常规扫描：PP × TP，其余取最优(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Chapter&apos;s sweep: TP, PP of 1, 2, 4, 8</source>
        <translation>教材扫描：TP、PP 取 1、2、4、8(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Overview</source>
        <translation>总览(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Batch solver…</source>
        <translation>批量求解器(&amp;B)…</translation>
    </message>
    <message>
        <source>E&amp;xplain the figure in focus</source>
        <translation>解释焦点处的数值(&amp;X)</translation>
    </message>
    <message>
        <source>Choose &amp;model…</source>
        <translation>选择模型(&amp;M)…</translation>
    </message>
    <message>
        <source>Edit &amp;dimensions of the model…</source>
        <translation>编辑模型维度(&amp;D)…</translation>
    </message>
    <message>
        <source>Reset c&amp;onfiguration</source>
        <translation>重置配置(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Find…</source>
        <translation>查找(&amp;F)…</translation>
    </message>
    <message>
        <source>S&amp;ystem theme</source>
        <translation>跟随系统主题(&amp;Y)</translation>
    </message>
    <message>
        <source>&amp;Advice</source>
        <translation>建议(&amp;A)</translation>
    </message>
</context>
<context>
    <name>shardscope::ui::AdvicePage</name>
    <message>
        <source>Decision steps for this model and cluster</source>
        <translation>针对当前模型与集群的决策步骤</translation>
    </message>
    <message>
        <source>Plans side by side</source>
        <translation>方案对比</translation>
    </message>
    <message>
        <source>More dimensions are worth a gain above</source>
        <translation>增加并行维度所需的最低收益</translation>
    </message>
    <message>
        <source>Of two plans the one with fewer parallel dimensions is preferred
unless the other is faster by more than this</source>
        <translation>两个方案中优先选并行维度较少的一个，
除非另一个的提速超过此值</translation>
    </message>
    <message>
        <source>End trial</source>
        <translation>结束试用</translation>
    </message>
    <message>
        <source>No valid split: see Rules.</source>
        <translation>没有可行的划分：见规则检查。</translation>
    </message>
    <message>
        <source>On trial: %1 (%2)</source>
        <translation>试用中：%1（%2）</translation>
    </message>
    <message>
        <source>Recommended, by the rules</source>
        <translation>推荐（按经验法则）</translation>
    </message>
    <message>
        <source>Nearest try: nothing fits</source>
        <translation>最接近的尝试：都放不下</translation>
    </message>
    <message>
        <source>Best of the sweep</source>
        <translation>扫描最优</translation>
    </message>
    <message>
        <source>FSDP alone</source>
        <translation>仅 FSDP</translation>
    </message>
    <message>
        <source>Make it fit</source>
        <translation>如何放得下</translation>
    </message>
    <message>
        <source>Make it faster</source>
        <translation>如何更快</translation>
    </message>
    <message>
        <source>The configuration is not possible: see Rules.</source>
        <translation>此配置不成立：见规则检查。</translation>
    </message>
    <message>
        <source>Trying every change…</source>
        <translation>正在尝试每种改动…</translation>
    </message>
    <message>
        <source>No single change and no pair needs less memory.</source>
        <translation>没有哪项改动或两项组合能减少显存。</translation>
    </message>
    <message>
        <source>No single change and no pair is faster.</source>
        <translation>没有哪项改动或两项组合更快。</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>应用</translation>
    </message>
    <message>
        <source>Apply what is on trial</source>
        <translation>应用试用中的方案</translation>
    </message>
    <message>
        <source>alternative of step %1</source>
        <translation>步骤 %1 的备选方案</translation>
    </message>
    <message>
        <source>each amount opens Explain</source>
        <translation>点击数值可查看解释</translation>
    </message>
    <message>
        <source>No change and no pair makes it fit; nearest</source>
        <translation>任何改动或成对改动都放不下；最接近的是</translation>
    </message>
</context>
<context>
    <name>shardscope::ui::AdviceTexts</name>
    <message>
        <source>Yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>No</source>
        <translation>否</translation>
    </message>
    <message>
        <source>Careful</source>
        <translation>注意</translation>
    </message>
    <message>
        <source>Skip</source>
        <translation>跳过</translation>
    </message>
    <message>
        <source>tight</source>
        <translation>偏紧</translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation>放不下</translation>
    </message>
    <message>
        <source>not possible</source>
        <translation>不成立</translation>
    </message>
    <message>
        <source>ZeRO %1 in groups of %2</source>
        <translation>ZeRO %1（每组 %2）</translation>
    </message>
    <message>
        <source>recompute: %1</source>
        <translation>重计算：%1</translation>
    </message>
    <message>
        <source>one more dimension</source>
        <translation>多一个维度</translation>
    </message>
    <message>
        <source>%1 more dimensions</source>
        <translation>多 %1 个维度</translation>
    </message>
    <message>
        <source>one dimension less</source>
        <translation>少一个维度</translation>
    </message>
    <message>
        <source>%1 dimensions less</source>
        <translation>少 %1 个维度</translation>
    </message>
    <message>
        <source>1 GPU</source>
        <translation>1 卡</translation>
    </message>
    <message>
        <source>%1 GPUs</source>
        <translation>%1 卡</translation>
    </message>
</context>
<context>
    <name>shardscope::ui::BatchDialog</name>
    <message>
        <source>Batch solver</source>
        <translation>批量求解器</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>应用</translation>
    </message>
    <message>
        <source>Use the selected row; one undo step</source>
        <translation>采用所选行；可一步撤销</translation>
    </message>
    <message>
        <source>&amp;Global batch</source>
        <translation>全局批量(&amp;G)</translation>
    </message>
    <message>
        <source>sequences</source>
        <translation>序列</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>token</translation>
    </message>
    <message>
        <source>Unit of the global batch</source>
        <translation>全局批量的单位</translation>
    </message>
    <message>
        <source>&amp;Free GPU total, at most</source>
        <translation>放开 GPU 总数，最多(&amp;F)</translation>
    </message>
    <message>
        <source>Off: the GPU total stays and DP follows from TP, PP and CP</source>
        <translation>关闭时：GPU 总数不变，DP 由 TP、PP 与 CP 得出</translation>
    </message>
    <message>
        <source>Most GPUs</source>
        <translation>GPU 总数上限</translation>
    </message>
    <message>
        <source>DP</source>
        <translation>DP</translation>
    </message>
    <message>
        <source>micro-batch</source>
        <translation>微批次大小</translation>
    </message>
    <message>
        <source>M</source>
        <translation>M</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>M ≥ 4P</source>
        <translation>M ≥ 4P</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Bubble</source>
        <translation>气泡</translation>
    </message>
    <message>
        <source>DP share</source>
        <translation>DP 占比</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>单步时间</translation>
    </message>
    <message>
        <source>tokens/s</source>
        <translation>token/s</translation>
    </message>
    <message>
        <source>Ways to run this batch</source>
        <translation>运行该批量的方式</translation>
    </message>
    <message>
        <source>= %1 tokens</source>
        <translation>= %1 token</translation>
    </message>
    <message>
        <source>= %1 sequences</source>
        <translation>= %1 条序列</translation>
    </message>
    <message>
        <source>No DP, M and micro-batch give this batch. Nearest:</source>
        <translation>没有 DP、M 与微批次的组合能得到该批量。最接近：</translation>
    </message>
    <message>
        <source>This layout runs no batch at all: see Rules.</source>
        <translation>该布局无法运行任何批量：见规则检查。</translation>
    </message>
    <message>
        <source>Smaller than your lower bound.</source>
        <translation>小于您设定的下限。</translation>
    </message>
    <message>
        <source>Larger than your upper bound.</source>
        <translation>大于您设定的上限。</translation>
    </message>
    <message>
        <source>The best %1 are listed.</source>
        <translation>仅列出最好的 %1 种。</translation>
    </message>
    <message>
        <source>Global batch of %1 sequences</source>
        <translation>全局批量 %1 条序列</translation>
    </message>
    <message>
        <source>batch %1 = %2 × %3 × %4</source>
        <translation>批量 %1 = %2 × %3 × %4</translation>
    </message>
    <message>
        <source>This layout needs %1 GPUs at the least.</source>
        <translation>该布局至少需要 %1 个 GPU。</translation>
    </message>
    <message>
        <source>One way to run it</source>
        <translation>共 1 种方式</translation>
    </message>
    <message>
        <source>%1 ways to run it</source>
        <translation>共 %1 种方式</translation>
    </message>
    <message>
        <source>%1 ways to split it, %2 fit</source>
        <translation>共 %1 种拆分方式，其中 %2 种放得下</translation>
    </message>
    <message>
        <source>One way to split it, and it does not fit: see Advice for what would</source>
        <translation>只有一种拆分方式，且放不下：可行方案见“建议”</translation>
    </message>
    <message>
        <source>%1 ways to split it, none of them fits: see Advice for what would</source>
        <translation>共 %1 种拆分方式，均放不下：可行方案见“建议”</translation>
    </message>
    <message>
        <source>= 1 sequence</source>
        <translation>= 1 条序列</translation>
    </message>
</context>
<context>
    <name>shardscope::ui::Buttons</name>
    <message>
        <source>OK</source>
        <translation>确定</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>shardscope::ui::ChartTools</name>
    <message>
        <source>Save picture</source>
        <translation>保存图片</translation>
    </message>
    <message>
        <source>PNG (*.png);;SVG (*.svg);;PDF (*.pdf)</source>
        <translation>PNG (*.png);;SVG (*.svg);;PDF (*.pdf)</translation>
    </message>
    <message>
        <source>Picture saved: %1</source>
        <translation>图片已保存：%1</translation>
    </message>
    <message>
        <source>The picture could not be written to %1. Choose another folder, and a name that ends in .png, .svg or .pdf.</source>
        <translation>无法将图片写入 %1。请换一个文件夹，并使用以 .png、.svg 或 .pdf 结尾的文件名。</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy picture</source>
        <translation>复制图片</translation>
    </message>
    <message>
        <source>Save picture…</source>
        <translation>保存图片…</translation>
    </message>
    <message>
        <source>Copy table</source>
        <translation>复制表格</translation>
    </message>
    <message>
        <source>View as table</source>
        <translation>以表格查看</translation>
    </message>
</context>
<context>
    <name>shardscope::ui::ClusterDialog</name>
    <message>
        <source>Cluster</source>
        <translation>集群</translation>
    </message>
    <message>
        <source>from the file</source>
        <translation>来自文件</translation>
    </message>
    <message>
        <source> GB/s</source>
        <translation> GB/s</translation>
    </message>
    <message>
        <source>&amp;GPU</source>
        <translation>&amp;GPU</translation>
    </message>
    <message>
        <source>GPUs in &amp;all</source>
        <translation>GPU 总数(&amp;A)</translation>
    </message>
    <message>
        <source>GPUs per &amp;node</source>
        <translation>每节点 GPU(&amp;N)</translation>
    </message>
    <message>
        <source>GPUs on the &amp;fast link</source>
        <translation>高速链路上的 GPU(&amp;F)</translation>
    </message>
    <message>
        <source>N&amp;IC per GPU, one way</source>
        <translation>每 GPU 网卡单向带宽(&amp;I)</translation>
    </message>
    <message>
        <source>1 node · %1 per GPU</source>
        <translation>1 个节点 · 每 GPU %1</translation>
    </message>
    <message>
        <source>%1 nodes · %2 per GPU</source>
        <translation>%1 个节点 · 每 GPU %2</translation>
    </message>
    <message>
        <source>Not possible: at most %1 nodes, or %2 GPUs that are no whole nodes</source>
        <translation>不可行：最多 %1 个节点；不足整节点时最多 %2 张 GPU</translation>
    </message>
</context>
<context>
    <name>shardscope::ui::ConfigPanel</name>
    <message>
        <source>ZeRO-%1</source>
        <translation>ZeRO-%1</translation>
    </message>
    <message>
        <source>recompute: %1</source>
        <translation>重计算：%1</translation>
    </message>
    <message>
        <source>Interleaving needs PP &gt; 1 and layers that PP × VPP divides.</source>
        <translation>交错式调度要求 PP &gt; 1，且层数能被 PP × VPP 整除。</translation>
    </message>
    <message>
        <source>follows</source>
        <translation>跟随</translation>
    </message>
    <message>
        <source>Follows from the GPU total; click the link to lock DP</source>
        <translation>跟随 GPU 总数；点击链路图标可锁定 DP</translation>
    </message>
    <message>
        <source>Follows from the batch; click the link to lock it</source>
        <translation>跟随批量；点击链路图标可锁定</translation>
    </message>
    <message>
        <source>3 / FSDP</source>
        <translation>3 / FSDP</translation>
    </message>
    <message>
        <source>ZeRO-0: nothing sharded over the data ranks</source>
        <translation>ZeRO-0：数据并行各 rank 不分片</translation>
    </message>
    <message>
        <source>ZeRO-1: optimizer states sharded</source>
        <translation>ZeRO-1：分片优化器状态</translation>
    </message>
    <message>
        <source>ZeRO-2 with PP counts as ZeRO-1: every micro-batch would need a reduce-scatter</source>
        <translation>ZeRO-2 与 PP 同用时按 ZeRO-1 计算：否则每个微批次都要做一次 Reduce-Scatter</translation>
    </message>
    <message>
        <source>ZeRO-2: optimizer states and gradients sharded</source>
        <translation>ZeRO-2：分片优化器状态与梯度</translation>
    </message>
    <message>
        <source>ZeRO-3 / FSDP: parameters sharded too; gathered again for every micro-batch</source>
        <translation>ZeRO-3 / FSDP：参数也分片；每个微批次重新收集</translation>
    </message>
    <message>
        <source>Keep all activations</source>
        <translation>保留全部激活</translation>
    </message>
    <message>
        <source>Recompute the attention core (nothing to gain with FlashAttention)</source>
        <translation>重计算注意力核心（使用 FlashAttention 时无收益）</translation>
    </message>
    <message>
        <source>Keep only layer inputs, repeat the forward pass</source>
        <translation>只保留各层输入，重做前向</translation>
    </message>
    <message>
        <source>PyTorch selective checkpointing: keep attention and every second GEMM output</source>
        <translation>PyTorch 选择性检查点：保留注意力与每第二个 GEMM 的输出</translation>
    </message>
    <message>
        <source>TP × PP × DP × CP = GPUs</source>
        <translation>TP × PP × DP × CP = GPU 总数</translation>
    </message>
    <message>
        <source>EP off: dense model</source>
        <translation>稠密模型无 EP</translation>
    </message>
    <message>
        <source>PARALLELISM</source>
        <translation>并行维度</translation>
    </message>
    <message>
        <source>○ valid stop · ✕ not a valid stop · △ valid, but against a rule</source>
        <translation>○ 可用档位 · ✕ 不可用档位 · △ 可用但违反经验法则</translation>
    </message>
    <message>
        <source>BATCH &amp; SEQUENCE</source>
        <translation>批量与序列</translation>
    </message>
    <message>
        <source>MEMORY &amp; SCHEDULE</source>
        <translation>显存与调度</translation>
    </message>
    <message>
        <source>ZeRO</source>
        <translation>ZeRO</translation>
    </message>
    <message>
        <source>Recompute</source>
        <translation>重计算</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>调度</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>Overlap</source>
        <translation>通信重叠</translation>
    </message>
    <message>
        <source>Hide data-parallel communication behind the backward pass</source>
        <translation>把数据并行通信隐藏在反向计算之后</translation>
    </message>
    <message>
        <source>Hide pipeline messages (interleaved schedules)</source>
        <translation>隐藏流水线消息（交错式调度）</translation>
    </message>
    <message>
        <source>Sequence parallelism: split norms and residuals along the sequence (needs TP &gt; 1)</source>
        <translation>序列并行：沿序列切分归一化与残差（需要 TP &gt; 1）</translation>
    </message>
    <message>
        <source>sequence parallelism</source>
        <translation>序列并行</translation>
    </message>
    <message>
        <source>More settings</source>
        <translation>更多设置</translation>
    </message>
    <message>
        <source>Arrow keys step between valid stops</source>
        <translation>方向键只在可用档位间移动</translation>
    </message>
    <message>
        <source>✕ = not a valid stop</source>
        <translation>✕ = 不可用档位</translation>
    </message>
</context>
<context>
    <name>shardscope::ui::DecisionPanel</name>
    <message>
        <source>Recommended</source>
        <translation>推荐</translation>
    </message>
    <message>
        <source>Nearest try: nothing fits</source>
        <translation>最接近的尝试：都放不下</translation>
    </message>
    <message>
        <source>Faster, by sweep</source>
        <translation>更快（来自扫描）</translation>
    </message>
    <message>
        <source>Simpler: FSDP alone</source>
        <translation>更简单：仅 FSDP</translation>
    </message>
    <message>
        <source>Fits, by sweep</source>
        <translation>放得下（来自扫描）</translation>
    </message>
    <message>
        <source>At the batch asked for, by sweep</source>
        <translation>按所要求的批量（来自扫描）</translation>
    </message>
    <message>
        <source>FSDP alone</source>
        <translation>仅 FSDP</translation>
    </message>
</context>
<context>
    <name>shardscope::ui::Documents</name>
    <message numerus="yes">
        <source> (and %n more)</source>
        <translation>
            <numerusform>（另有 %n 条）</numerusform>
        </translation>
    </message>
    <message>
        <source>open %1</source>
        <translation>打开 %1</translation>
    </message>
    <message>
        <source>model from %1</source>
        <translation>来自 %1 的模型</translation>
    </message>
    <message>
        <source>Model read from %1.</source>
        <translation>已从 %1 读取模型。</translation>
    </message>
    <message>
        <source>Open scenario or config.json</source>
        <translation>打开方案或 config.json</translation>
    </message>
    <message>
        <source>Scenarios and models (*.yaml *.yml *.json);;All files (*)</source>
        <translation>方案与模型 (*.yaml *.yml *.json);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Save scenario as</source>
        <translation>方案另存为</translation>
    </message>
    <message>
        <source>unsaved scenario</source>
        <translation>未保存的方案</translation>
    </message>
    <message>
        <source>Saved. The comments of the old file are not part of a scenario; it is kept as %1.</source>
        <translation>已保存。旧文件中的注释不属于方案内容；旧文件保留为 %1。</translation>
    </message>
    <message>
        <source>Show dimensions</source>
        <translation>显示维度</translation>
    </message>
    <message>
        <source>Open the config.json of a model</source>
        <translation>打开模型的 config.json</translation>
    </message>
    <message>
        <source>Models (*.json);;All files (*)</source>
        <translation>模型 (*.json);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Shardscope scenarios (*.shard.yaml *.yaml *.yml);;JSON (*.json);;All files (*)</source>
        <translation>Shardscope 方案 (*.shard.yaml *.yaml *.yml);;JSON (*.json);;所有文件 (*)</translation>
    </message>
    <message>
        <source>%1 was changed by another program since it was read. Saving would replace that.</source>
        <translation>%1 读取后被其他程序修改过，保存会覆盖那些修改。</translation>
    </message>
    <message>
        <source>%1 exists already. Saving would replace it.</source>
        <translation>%1 已存在，保存会覆盖它。</translation>
    </message>
    <message>
        <source>Replace it</source>
        <translation>覆盖</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>另存为…</translation>
    </message>
    <message>
        <source>Open the changed file</source>
        <translation>打开修改后的文件</translation>
    </message>
    <message>
        <source>%1 is the config.json of a model; a scenario would replace it. Choose another name.</source>
        <translation>%1 是模型的 config.json，保存方案会覆盖它。请换一个文件名。</translation>
    </message>
    <message>
        <source>Model read from %1: %2, %3 parameters.</source>
        <translation>已从 %1 读取模型：%2，%3 个参数。</translation>
    </message>
</context>
<context>
    <name>shardscope::ui::ExplainHtml</name>
    <message>
        <source>Symbol</source>
        <translation>符号</translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation>含义</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>Check.</source>
        <translation>核对。</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>应用</translation>
    </message>
    <message>
        <source>What would change it</source>
        <translation>如何改变它</translation>
    </message>
    <message>
        <source>Source: %1</source>
        <translation>来源：%1</translation>
    </message>
</context>
<context>
    <name>shardscope::ui::ExplainPanel</name>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>Symbols, check, and what would change it (Shift+F1)</source>
        <translation>符号、核对以及如何改变它（Shift+F1）</translation>
    </message>
</context>
<context>
    <name>shardscope::ui::ExplainPopover</name>
    <message>
        <source>Explanation of a figure</source>
        <translation>数值解释</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>返回</translation>
    </message>
    <message>
        <source>Copy text</source>
        <translation>复制文本</translation>
    </message>
    <message>
        <source>Copy LaTeX</source>
        <translation>复制 LaTeX</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>shardscope::ui::ExplainView</name>
    <message>
        <source>Explanation</source>
        <translation>解释</translation>
    </message>
    <message>
        <source>Click any figure to see where it comes from.</source>
        <translation>点击任意数值，查看其由来。</translation>
    </message>
    <message>
        <source>No figure</source>
        <translation>无数值</translation>
    </message>
</context>
<context>
    <name>shardscope::ui::ExportDialog</name>
    <message>
        <source>Export scenario</source>
        <translation>导出方案</translation>
    </message>
    <message>
        <source>Shardscope scenario (YAML)</source>
        <translation>Shardscope 方案（YAML）</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>预览</translation>
    </message>
    <message>
        <source>Checked before writing</source>
        <translation>写入前检查</translation>
    </message>
    <message>
        <source>Ranks: %1 × %2 × %3 × %4 = %5 GPUs</source>
        <translation>Rank：%1 × %2 × %3 × %4 = %5 GPU</translation>
    </message>
    <message>
        <source>Batch: %1 × %2 × %3 = %4</source>
        <translation>批量：%1 × %2 × %3 = %4</translation>
    </message>
    <message>
        <source>The file reads back to the same scenario</source>
        <translation>文件读回后得到相同方案</translation>
    </message>
    <message>
        <source>Stage %1 needs %2, the GPU has %3</source>
        <translation>阶段 %1 需要 %2，GPU 只有 %3</translation>
    </message>
    <message>
        <source>Tight: over the fit limit, may run out</source>
        <translation>偏紧：超过放得下上限，可能显存不足</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>另存为…</translation>
    </message>
    <message>
        <source>This configuration cannot run as it is. Export it all the same?</source>
        <translation>此配置目前无法运行。仍要导出吗？</translation>
    </message>
    <message>
        <source>Export it</source>
        <translation>仍然导出</translation>
    </message>
</context>
<context>
    <name>shardscope::ui::Finder</name>
    <message>
        <source>Find a figure or setting</source>
        <translation>查找数值或设置</translation>
    </message>
    <message>
        <source>Name, or key of the file</source>
        <translation>名称或文件中的键</translation>
    </message>
    <message>
        <source>Found</source>
        <translation>查找结果</translation>
    </message>
</context>
<context>
    <name>shardscope::ui::FrameworkRules</name>
    <message>
        <source>no framework</source>
        <translation>不选框架</translation>
    </message>
    <message>
        <source>any framework</source>
        <translation>任意框架</translation>
    </message>
    <message>
        <source>Framework whose rules are shown</source>
        <translation>显示哪个框架的规则</translation>
    </message>
    <message>
        <source>Also the rules of</source>
        <translation>同时检查框架</translation>
    </message>
    <message>
        <source>%1 hold · %2 not to be decided here</source>
        <translation>%1 条满足 · %2 条此处无法判定</translation>
    </message>
    <message>
        <source>%1 hold</source>
        <translation>%1 条成立</translation>
    </message>
</context>
<context>
    <name>shardscope::ui::Heatmap</name>
    <message>
        <source>best</source>
        <translation>最优</translation>
    </message>
    <message>
        <source>current</source>
        <translation>当前</translation>
    </message>
    <message>
        <source>infeasible</source>
        <translation>不可行</translation>
    </message>
    <message>
        <source>tight</source>
        <translation>偏紧</translation>
    </message>
    <message>
        <source>MFU &lt; 35 %</source>
        <translation>MFU &lt; 35 %</translation>
    </message>
    <message>
        <source>Nothing to map yet.</source>
        <translation>暂无可显示的热力图。</translation>
    </message>
    <message>
        <source>Map of two settings</source>
        <translation>双参数热力图</translation>
    </message>
    <message>
        <source>%1 %2, %3 %4: %5</source>
        <translation>%1 %2，%3 %4：%5</translation>
    </message>
    <message>
        <source>%1 of %2 cells can run.</source>
        <translation>%2 个单元格中 %1 个可运行。</translation>
    </message>
    <message>
        <source>Best: %1.</source>
        <translation>最优：%1。</translation>
    </message>
    <message>
        <source>Current: %1.</source>
        <translation>当前：%1。</translation>
    </message>
    <message>
        <source>Click applies, Ctrl+click pins</source>
        <translation>单击应用，Ctrl+单击固定</translation>
    </message>
    <message>
        <source>Click asks to unlock, Ctrl+click pins</source>
        <translation>单击询问是否解锁，Ctrl+单击固定</translation>
    </message>
</context>
<context>
    <name>shardscope::ui::HeatmapPanel</name>
    <message>
        <source>Metric of the map</source>
        <translation>热力图指标</translation>
    </message>
    <message>
        <source>What the map shows; better is always brighter</source>
        <translation>热力图显示的指标；越好越亮</translation>
    </message>
    <message>
        <source>Sweep: best %1, %2</source>
        <translation>扫描：最优 %1，%2</translation>
    </message>
</context>
<context>
    <name>shardscope::ui::ImpossiblePanel</name>
    <message>
        <source>No such split exists</source>
        <translation>不存在这样的划分</translation>
    </message>
    <message>
        <source>See Rules for what to change.</source>
        <translation>需要修改之处见“规则检查”。</translation>
    </message>
    <message>
        <source>Nearest:</source>
        <translation>最接近的设置：</translation>
    </message>
    <message>
        <source>Apply the legal setting %1</source>
        <translation>应用可行的设置 %1</translation>
    </message>
    <message>
        <source>This configuration is not possible</source>
        <translation>此配置不可行</translation>
    </message>
</context>
<context>
    <name>shardscope::ui::KeyboardHelp</name>
    <message>
        <source>Keyboard</source>
        <translation>键盘</translation>
    </message>
    <message>
        <source>focus TP, PP, VPP, DP, CP, EP</source>
        <translation>聚焦 TP、PP、VPP、DP、CP、EP</translation>
    </message>
    <message>
        <source>focus micro-batch, M, global batch, sequence</source>
        <translation>聚焦微批次、M、全局批量、序列</translation>
    </message>
    <message>
        <source>previous, next valid stop</source>
        <translation>上一个、下一个可用档位</translation>
    </message>
    <message>
        <source>first, last valid stop</source>
        <translation>第一个、最后一个可用档位</translation>
    </message>
    <message>
        <source>read why a stop is not valid</source>
        <translation>查看档位不可用的原因</translation>
    </message>
    <message>
        <source>lock or unlock the focused row</source>
        <translation>锁定或解锁当前行</translation>
    </message>
    <message>
        <source>next recompute mode</source>
        <translation>切换重计算方式</translation>
    </message>
    <message>
        <source>apply the cell in focus on the map</source>
        <translation>应用热力图中聚焦的单元格</translation>
    </message>
    <message>
        <source>pin the live configuration</source>
        <translation>固定当前配置</translation>
    </message>
    <message>
        <source>apply pin B … F</source>
        <translation>应用固定方案 B … F</translation>
    </message>
    <message>
        <source>undo, redo</source>
        <translation>撤销、重做</translation>
    </message>
    <message>
        <source>open, save, export</source>
        <translation>打开、保存、导出</translation>
    </message>
    <message>
        <source>next, previous panel</source>
        <translation>下一个、上一个面板</translation>
    </message>
    <message>
        <source>language, theme</source>
        <translation>语言、主题</translation>
    </message>
    <message>
        <source>text size</source>
        <translation>文字大小</translation>
    </message>
    <message>
        <source>copy the chart in focus as a picture, view it as a table</source>
        <translation>将焦点处的图表复制为图片、以表格查看</translation>
    </message>
    <message>
        <source>pin it (map, Pareto front, ranking)</source>
        <translation>固定它（热力图、帕累托前沿、排名）</translation>
    </message>
    <message>
        <source>sweep again, stop the sweep</source>
        <translation>重新扫描、停止扫描</translation>
    </message>
    <message>
        <source>overview, sweep, advice</source>
        <translation>总览、扫描、建议</translation>
    </message>
    <message>
        <source>explain the figure in focus</source>
        <translation>解释焦点处的数值</translation>
    </message>
    <message>
        <source>choose a model</source>
        <translation>选择模型</translation>
    </message>
    <message>
        <source>find a figure or setting</source>
        <translation>查找数值或设置</translation>
    </message>
</context>
<context>
    <name>shardscope::ui::KpiStrip</name>
    <message>
        <source>no valid split</source>
        <translation>没有可行划分</translation>
    </message>
    <message>
        <source>Memory · fullest stage</source>
        <translation>显存 · 最满阶段</translation>
    </message>
    <message>
        <source>Impossible</source>
        <translation>不可行</translation>
    </message>
    <message>
        <source>see Rules</source>
        <translation>见规则检查</translation>
    </message>
    <message>
        <source>Does not fit</source>
        <translation>放不下</translation>
    </message>
    <message>
        <source>Tight</source>
        <translation>偏紧</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>放得下</translation>
    </message>
    <message>
        <source>stage %1 · %2 · %3 free</source>
        <translation>阶段 %1 · %2 · 空闲 %3</translation>
    </message>
    <message>
        <source>MFU</source>
        <translation>MFU</translation>
    </message>
    <message>
        <source>≥ 35 % ✓ · %1 TFLOP/s/GPU</source>
        <translation>≥ 35 % ✓ · %1 TFLOP/s/GPU</translation>
    </message>
    <message>
        <source>&lt; 35 % ✕ · %1 TFLOP/s/GPU</source>
        <translation>&lt; 35 % ✕ · %1 TFLOP/s/GPU</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>单步时间</translation>
    </message>
    <message>
        <source>if it fitted</source>
        <translation>假如放得下</translation>
    </message>
    <message>
        <source>pin %1 %2 · %3</source>
        <translation>固定 %1 %2 · %3</translation>
    </message>
    <message>
        <source>± %1 %</source>
        <translation>± %1 %</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>吞吐</translation>
    </message>
    <message>
        <source>%1 tok/s</source>
        <translation>%1 token/s</translation>
    </message>
    <message>
        <source>%1 tok/s per GPU</source>
        <translation>%1 token/s 每 GPU</translation>
    </message>
    <message>
        <source>Pipeline bubble</source>
        <translation>流水线气泡</translation>
    </message>
    <message>
        <source>no pipeline</source>
        <translation>无流水线</translation>
    </message>
    <message>
        <source>M %1 ≥ 4P = %2 ✓</source>
        <translation>M %1 ≥ 4P = %2 ✓</translation>
    </message>
    <message>
        <source>M %1 &lt; 4P = %2 ✕</source>
        <translation>M %1 &lt; 4P = %2 ✕</translation>
    </message>
    <message>
        <source>Global batch</source>
        <translation>全局批量</translation>
    </message>
    <message>
        <source>seq · %1 tokens</source>
        <translation>序列 · %1 token</translation>
    </message>
    <message>
        <source>= b × M × DP</source>
        <translation>= b × M × DP</translation>
    </message>
    <message>
        <source>= b %1 × M %2 × DP %3</source>
        <translation>= b %1 × M %2 × DP %3</translation>
    </message>
    <message>
        <source>Time to train %1 tokens</source>
        <translation>训练时长（%1 token）</translation>
    </message>
    <message>
        <source>hours</source>
        <translation>小时</translation>
    </message>
    <message>
        <source>days</source>
        <translation>天</translation>
    </message>
    <message>
        <source>%1 GPU-hours</source>
        <translation>%1 GPU 小时</translation>
    </message>
    <message>
        <source> · cost %1</source>
        <translation> · 费用 %1</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>stage %1 · %2</source>
        <translation>阶段 %1 · %2</translation>
    </message>
    <message>
        <source>%1 GiB over</source>
        <translation>超出 %1 GiB</translation>
    </message>
    <message>
        <source>may run out: fit limit %1 GiB</source>
        <translation>可能不足：放得下上限 %1 GiB</translation>
    </message>
    <message>
        <source>%1 of the own peak ✓</source>
        <translation>为自身精度峰值的 %1 ✓</translation>
    </message>
    <message>
        <source>%1 of the own peak ✕</source>
        <translation>为自身精度峰值的 %1 ✕</translation>
    </message>
    <message>
        <source>pin %1 %2 · %3, if it fitted</source>
        <translation>固定 %1 %2 · %3（假设放得下）</translation>
    </message>
    <message>
        <source>Pin the live configuration</source>
        <translation>固定当前配置</translation>
    </message>
    <message>
        <source>A click says more</source>
        <translation>单击查看详情</translation>
    </message>
</context>
<context>
    <name>shardscope::ui::MainWindow</name>
    <message>
        <source>Overview</source>
        <translation>总览</translation>
    </message>
    <message>
        <source>Configuration</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>规则检查</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>集群</translation>
    </message>
    <message>
        <source>Main tool bar</source>
        <translation>主工具栏</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>关键数值</translation>
    </message>
    <message>
        <source>1 GiB = 1,073,741,824 bytes</source>
        <translation>1 GiB = 1,073,741,824 字节</translation>
    </message>
    <message>
        <source>Switch language (Ctrl+L)</source>
        <translation>切换语言 (Ctrl+L)</translation>
    </message>
    <message>
        <source>Switch theme (Ctrl+T)</source>
        <translation>切换主题 (Ctrl+T)</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>No valid split: see Rules.</source>
        <translation>没有可行的划分，请看“规则检查”。</translation>
    </message>
    <message>
        <source>Moved along: %1</source>
        <translation>随之调整：%1</translation>
    </message>
    <message>
        <source>recompute: %1</source>
        <translation>重计算：%1</translation>
    </message>
    <message>
        <source>About Shardscope</source>
        <translation>关于 Shardscope</translation>
    </message>
    <message>
        <source>&lt;h3&gt;Shardscope %1&lt;/h3&gt;&lt;p&gt;Explorer for the parallelism configuration of large-model training.&lt;/p&gt;&lt;p&gt;GPL-3.0-or-later (core and command line: Apache-2.0). Uses Qt and QCustomPlot by Emanuel Eichhammer (GPL).&lt;/p&gt;</source>
        <translation>&lt;h3&gt;Shardscope %1&lt;/h3&gt;&lt;p&gt;大模型训练并行配置浏览器。&lt;/p&gt;&lt;p&gt;GPL-3.0-or-later（核心库与命令行：Apache-2.0）。使用 Qt 与 Emanuel Eichhammer 的 QCustomPlot（GPL）。&lt;/p&gt;</translation>
    </message>
    <message>
        <source>%1 · NIC %2 Gb/s</source>
        <translation>%1 · 网卡 %2 Gb/s</translation>
    </message>
    <message>
        <source>No figures: the configuration is not possible</source>
        <translation>无数值：该配置不可行</translation>
    </message>
    <message>
        <source>Model: analytic, memory ±%1 %, time ±%2 %</source>
        <translation>模型：解析估计，显存 ±%1 %，时间 ±%2 %</translation>
    </message>
    <message>
        <source>Model: extrapolated, memory ±%1 %, time ±%2 %</source>
        <translation>模型：外推，显存 ±%1 %，时间 ±%2 %</translation>
    </message>
    <message>
        <source>Memory %1
Step time %2</source>
        <translation>显存 %1
单步时间 %2</translation>
    </message>
    <message>
        <source>Example loaded. Drag TP, or choose your model.</source>
        <translation>已载入示例。拖动 TP，或选择你的模型。</translation>
    </message>
    <message>
        <source>Choose model</source>
        <translation>选择模型</translation>
    </message>
    <message>
        <source>Open a config.json</source>
        <translation>打开 config.json</translation>
    </message>
    <message>
        <source>cluster</source>
        <translation>集群</translation>
    </message>
    <message>
        <source>All pins are taken; remove one first.</source>
        <translation>固定方案已满，请先移除一个。</translation>
    </message>
    <message>
        <source>Pin %1 is empty.</source>
        <translation>固定方案 %1 为空。</translation>
    </message>
    <message>
        <source>pin %1</source>
        <translation>固定方案 %1</translation>
    </message>
    <message>
        <source>reset</source>
        <translation>重置</translation>
    </message>
    <message>
        <source>Copied as a picture: %1</source>
        <translation>已复制为图片：%1</translation>
    </message>
    <message>
        <source>session of another window</source>
        <translation>另一窗口的会话</translation>
    </message>
    <message>
        <source>Unsaved work of another window was kept: %1.</source>
        <translation>已保留另一窗口中未保存的工作：%1。</translation>
    </message>
    <message>
        <source>Open it</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Throw it away</source>
        <translation>丢弃</translation>
    </message>
    <message>
        <source>Sweep</source>
        <translation>扫描</translation>
    </message>
    <message>
        <source>Progress of the sweep</source>
        <translation>扫描进度</translation>
    </message>
    <message>
        <source>No configuration of the sweep can run.</source>
        <translation>扫描中没有可运行的配置。</translation>
    </message>
    <message>
        <source>Sweep: %1 of %2 configurations, Esc stops</source>
        <translation>扫描：%2 种配置中的 %1 种，Esc 停止</translation>
    </message>
    <message>
        <source>Sweep stopped at %1; F9 runs it again</source>
        <translation>扫描停在 %1；F9 重新扫描</translation>
    </message>
    <message>
        <source>Sweep: %1 configurations, %2 feasible · %3</source>
        <translation>扫描：%1 种配置，%2 种可行 · %3</translation>
    </message>
    <message>
        <source>Advice</source>
        <translation>建议</translation>
    </message>
    <message>
        <source>Decision</source>
        <translation>决策步骤</translation>
    </message>
    <message>
        <source>Explain</source>
        <translation>数值解释</translation>
    </message>
    <message>
        <source>matches current</source>
        <translation>与当前一致</translation>
    </message>
    <message>
        <source>Choose a model, or edit its dimensions (Ctrl+M)</source>
        <translation>选择模型或编辑其维度（Ctrl+M）</translation>
    </message>
    <message>
        <source>Some pins of the last session could not be read.</source>
        <translation>上次会话的部分固定方案无法读取。</translation>
    </message>
    <message>
        <source>The scenario of the last session could not be read.</source>
        <translation>上次会话的方案无法读取。</translation>
    </message>
    <message>
        <source>It could not be copied either: nothing is saved over it this time.</source>
        <translation>也无法复制，本次不会覆盖它。</translation>
    </message>
    <message>
        <source>The session is kept as %1.</source>
        <translation>该会话已保留为 %1。</translation>
    </message>
    <message>
        <source>Not every pin found a free letter; that session is kept.</source>
        <translation>固定位已满，部分固定方案未能放入；该会话予以保留。</translation>
    </message>
    <message>
        <source>%1; %2 would change that.</source>
        <translation>%1；应用 %2 会改变它。</translation>
    </message>
    <message>
        <source>Unlock and apply</source>
        <translation>解锁并应用</translation>
    </message>
</context>
<context>
    <name>shardscope::ui::MemoryChart</name>
    <message>
        <source>Stage %1</source>
        <translation>阶段 %1</translation>
    </message>
    <message>
        <source>No split exists for these settings, so there is no memory to show.</source>
        <translation>这些设置没有可行划分，因此没有显存可显示。</translation>
    </message>
    <message>
        <source>Memory per GPU by stage</source>
        <translation>各流水线阶段的单卡显存</translation>
    </message>
    <message>
        <source>Fits: stage %1 is fullest with %2 of %3 GiB; %4 %5.</source>
        <translation>放得下：阶段 %1 最满，%2 / %3 GiB；%4 %5。</translation>
    </message>
    <message>
        <source>Tight: stage %1 needs %2 of %3 GiB, over the fit limit; %4 %5.</source>
        <translation>偏紧：阶段 %1 需要 %2 / %3 GiB，超过放得下上限；%4 %5。</translation>
    </message>
    <message>
        <source>Does not fit: stage %1 needs %2 of %3 GiB; %4 %5.</source>
        <translation>放不下：阶段 %1 需要 %2 / %3 GiB；%4 %5。</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>%1, GiB</source>
        <translation>%1，GiB</translation>
    </message>
    <message>
        <source>Total, GiB</source>
        <translation>合计，GiB</translation>
    </message>
    <message>
        <source>Share of capacity</source>
        <translation>占容量比例</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>%1, %2 of %3</source>
        <translation>%1，占 %3 的 %2</translation>
    </message>
    <message>
        <source>Drawn: stage %1, the fullest of them</source>
        <translation>图示：其中最满的阶段 %1</translation>
    </message>
    <message>
        <source>Over capacity by %1</source>
        <translation>超出容量 %1</translation>
    </message>
    <message>
        <source>Over the fit limit of %1: may run out</source>
        <translation>超过放得下上限 %1：可能不足</translation>
    </message>
    <message>
        <source>Click explains this figure</source>
        <translation>单击解释该数值</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Gradients</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>优化器状态</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>激活</translation>
    </message>
    <message>
        <source>Logits / temp</source>
        <translation>Logits / 临时</translation>
    </message>
    <message>
        <source>Comm. buffers</source>
        <translation>通信缓冲区</translation>
    </message>
    <message>
        <source>Overhead</source>
        <translation>框架开销</translation>
    </message>
    <message>
        <source>Params</source>
        <comment>short</comment>
        <translation>参数</translation>
    </message>
    <message>
        <source>Grads</source>
        <comment>short</comment>
        <translation>梯度</translation>
    </message>
    <message>
        <source>Optim.</source>
        <comment>short</comment>
        <translation>优化器</translation>
    </message>
    <message>
        <source>Activ.</source>
        <comment>short</comment>
        <translation>激活</translation>
    </message>
    <message>
        <source>Temp</source>
        <comment>short</comment>
        <translation>临时</translation>
    </message>
    <message>
        <source>Comm</source>
        <comment>short</comment>
        <translation>通信</translation>
    </message>
    <message>
        <source>Other</source>
        <comment>short</comment>
        <translation>其他</translation>
    </message>
    <message>
        <source>Stages %1–%2, max</source>
        <translation>阶段 %1–%2，最大</translation>
    </message>
    <message>
        <source>Stages %1–%2, ×%3</source>
        <translation>阶段 %1–%2，×%3</translation>
    </message>
    <message>
        <source>capacity %1</source>
        <translation>容量 %1</translation>
    </message>
    <message>
        <source>fit limit %1</source>
        <translation>放得下上限 %1</translation>
    </message>
</context>
<context>
    <name>shardscope::ui::ModelDialog</name>
    <message>
        <source>Nothing was assumed.</source>
        <translation>没有作任何假设。</translation>
    </message>
    <message>
        <source>dimensions of the model</source>
        <translation>模型的维度</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Edited</source>
        <translation>已编辑</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Notices</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>&amp;Revert</source>
        <translation>还原(&amp;R)</translation>
    </message>
    <message>
        <source>Back to the dimensions as they were read</source>
        <translation>回到读入时的维度</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>关闭(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Apply</source>
        <translation>应用(&amp;A)</translation>
    </message>
    <message>
        <source>Use these dimensions in the scenario: one step of undo</source>
        <translation>在方案中使用这些维度：一步撤销</translation>
    </message>
    <message>
        <source>The exact total of the model as read counted what no dimension says (norms of queries and keys, odd biases, narrow tables). Edited dimensions are counted by themselves.</source>
        <translation>读入时的精确总数计入了维度无法表示的部分（查询与键的归一化、个别偏置、较窄的词表）。编辑后的维度只按自身计算。</translation>
    </message>
</context>
<context>
    <name>shardscope::ui::ModelEditor</name>
    <message>
        <source>%1 must be given. Allowed: %2.</source>
        <translation>必须填写%1。允许：%2。</translation>
    </message>
    <message>
        <source>“%1” is not possible for %2. Allowed: %3.</source>
        <translation>“%1”不能用作“%2”。允许：%3。</translation>
    </message>
</context>
<context>
    <name>shardscope::ui::ModelFigures</name>
    <message>
        <source>Total parameters</source>
        <translation>参数总量</translation>
    </message>
    <message>
        <source>Active per token</source>
        <translation>每 token 激活</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>各层</translation>
    </message>
    <message>
        <source>Embedding</source>
        <translation>词嵌入</translation>
    </message>
    <message>
        <source>Positions</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Head</source>
        <translation>输出头</translation>
    </message>
    <message>
        <source>tied to the embedding</source>
        <translation>与词嵌入共享</translation>
    </message>
    <message>
        <source>Norms and small parts</source>
        <translation>归一化与小部分</translation>
    </message>
    <message>
        <source>Multi-token prediction, apart</source>
        <translation>多 token 预测（另计）</translation>
    </message>
    <message>
        <source>Exact total differs by</source>
        <translation>精确总数相差</translation>
    </message>
    <message>
        <source>… without the input table</source>
        <translation>… 不含输入词表</translation>
    </message>
    <message>
        <source>… without both tables</source>
        <translation>… 不含两个词表</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>set by hand</source>
        <translation>手动设置</translation>
    </message>
    <message>
        <source>the file says so</source>
        <translation>文件指明</translation>
    </message>
    <message>
        <source>default of the class</source>
        <translation>该类的默认</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>All layers, by kind</source>
        <translation>全部层，按类别</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>MLP</source>
        <translation>MLP</translation>
    </message>
    <message>
        <source>Routed experts</source>
        <translation>路由专家</translation>
    </message>
    <message>
        <source>Shared experts</source>
        <translation>共享专家</translation>
    </message>
    <message>
        <source>Routers</source>
        <translation>路由器</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>注意力头</translation>
    </message>
    <message>
        <source>KV heads</source>
        <translation>KV 头数</translation>
    </message>
    <message>
        <source>latent, %1 + %2 a token</source>
        <translation>潜在，每 token %1 + %2</translation>
    </message>
    <message>
        <source>Head size</source>
        <translation>头维度</translation>
    </message>
    <message>
        <source>%1 + %2, values %3</source>
        <translation>%1 + %2，值 %3</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Work per token, sequence of %1</source>
        <translation>每 token 计算量，序列长度 %1</translation>
    </message>
    <message>
        <source>Forward, causal</source>
        <translation>前向，因果</translation>
    </message>
    <message>
        <source>Forward, every score</source>
        <translation>前向，全部分数</translation>
    </message>
    <message>
        <source>Training, causal</source>
        <translation>训练，因果</translation>
    </message>
    <message>
        <source>Training, every score</source>
        <translation>训练，全部分数</translation>
    </message>
    <message>
        <source>Tied head</source>
        <translation>共享输出头</translation>
    </message>
    <message>
        <source>Around the layers</source>
        <translation>各层之外</translation>
    </message>
</context>
<context>
    <name>shardscope::ui::ModelOrigin</name>
    <message>
        <source>The file has changed since it was read. Revert takes what it says now.</source>
        <translation>文件在读入之后已改变。还原将采用其现在的内容。</translation>
    </message>
</context>
<context>
    <name>shardscope::ui::ModelPopup</name>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>选择模型</translation>
    </message>
    <message>
        <source>Find a model: name, family, 70b</source>
        <translation>查找模型：名称、系列、70b</translation>
    </message>
    <message>
        <source>Find a model</source>
        <translation>查找模型</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>模型列表</translation>
    </message>
    <message>
        <source>&amp;From config.json…</source>
        <translation>来自 config.json(&amp;F)…</translation>
    </message>
    <message>
        <source>Read the dimensions of a Hugging Face config.json</source>
        <translation>读取 Hugging Face config.json 的维度</translation>
    </message>
    <message>
        <source>&amp;Edit dimensions…</source>
        <translation>编辑维度(&amp;E)…</translation>
    </message>
    <message>
        <source>Show and change the dimensions of the model</source>
        <translation>显示并修改模型的维度</translation>
    </message>
</context>
<context>
    <name>shardscope::ui::ModelRows</name>
    <message>
        <source>Recent files</source>
        <translation>最近的文件</translation>
    </message>
    <message>
        <source>missing</source>
        <translation>已不存在</translation>
    </message>
    <message>
        <source>No model matches “%1”.</source>
        <translation>没有与“%1”匹配的模型。</translation>
    </message>
</context>
<context>
    <name>shardscope::ui::MoreSettings</name>
    <message>
        <source>Context &amp; experts</source>
        <translation>上下文与专家</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Loss &amp; kernels</source>
        <translation>损失与算子</translation>
    </message>
    <message>
        <source>Overlap</source>
        <translation>通信重叠</translation>
    </message>
    <message>
        <source>Software</source>
        <translation>软件</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>限制</translation>
    </message>
    <message>
        <source>“%1” is not possible for %2. Allowed: %3.</source>
        <translation>“%1”不能用于%2。允许：%3。</translation>
    </message>
    <message>
        <source>Find a setting</source>
        <translation>查找设置</translation>
    </message>
    <message>
        <source>%1: reset</source>
        <translation>重置%1</translation>
    </message>
    <message>
        <source>Back to the default</source>
        <translation>恢复默认值</translation>
    </message>
    <message>
        <source>Reset %1</source>
        <translation>重置%1</translation>
    </message>
</context>
<context>
    <name>shardscope::ui::MovesList</name>
    <message>
        <source>Try</source>
        <translation>试用</translation>
    </message>
    <message>
        <source>Show it in the chart; nothing is changed</source>
        <translation>只在图中显示，不作更改</translation>
    </message>
    <message>
        <source>Try: %1</source>
        <translation>试用：%1</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>应用</translation>
    </message>
    <message>
        <source>Apply: %1</source>
        <translation>应用：%1</translation>
    </message>
</context>
<context>
    <name>shardscope::ui::NoticeBar</name>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>另有 %n 条</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>shardscope::ui::ParamRow</name>
    <message>
        <source>%1 follows; lock it and let the total follow</source>
        <translation>%1 跟随；锁定后由总数跟随</translation>
    </message>
    <message>
        <source>%1 follows the other settings</source>
        <translation>%1 跟随其他设置</translation>
    </message>
    <message>
        <source>%1 is locked; unlock it</source>
        <translation>%1 已锁定；点击解锁</translation>
    </message>
    <message>
        <source>%1 moves freely; lock it</source>
        <translation>%1 可自由调整；点击锁定</translation>
    </message>
</context>
<context>
    <name>shardscope::ui::ParetoPlot</name>
    <message>
        <source>Pareto front</source>
        <translation>帕累托前沿</translation>
    </message>
    <message>
        <source>%1 configurations on the front: less memory or less time, nothing better in both.</source>
        <translation>前沿上有 %1 种配置：显存更少或时间更短，没有两者皆优的配置。</translation>
    </message>
    <message>
        <source>Fastest: %1.</source>
        <translation>最快：%1。</translation>
    </message>
    <message>
        <source>Current: %1.</source>
        <translation>当前：%1。</translation>
    </message>
    <message>
        <source>Configuration</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>MFU</source>
        <translation>MFU</translation>
    </message>
    <message>
        <source>Peak memory</source>
        <translation>峰值显存</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>单步时间</translation>
    </message>
    <message>
        <source>A current: %1</source>
        <translation>A 当前：%1</translation>
    </message>
    <message>
        <source>Click applies, Ctrl+click pins</source>
        <translation>单击应用，Ctrl+单击固定</translation>
    </message>
    <message>
        <source>%1 on the front</source>
        <translation>前沿 %1 种</translation>
    </message>
    <message>
        <source>other feasible</source>
        <translation>其他可行</translation>
    </message>
    <message>
        <source>Peak memory, GiB per GPU</source>
        <translation>峰值显存，GiB 每 GPU</translation>
    </message>
    <message>
        <source>capacity</source>
        <translation>容量</translation>
    </message>
    <message>
        <source>MFU 35 % flag</source>
        <translation>MFU 35 % 提示线</translation>
    </message>
    <message>
        <source>A current %1</source>
        <translation>A 当前 %1</translation>
    </message>
    <message>
        <source>A current %1 GiB →</source>
        <translation>A 当前 %1 GiB →</translation>
    </message>
</context>
<context>
    <name>shardscope::ui::PinBar</name>
    <message>
        <source>Pin %1: %2</source>
        <translation>固定方案 %1：%2</translation>
    </message>
    <message>
        <source>The live configuration</source>
        <translation>当前配置</translation>
    </message>
    <message>
        <source>%1
Click applies, middle click removes, double click renames</source>
        <translation>%1
单击应用，中键移除，双击改名</translation>
    </message>
    <message>
        <source>Pins</source>
        <translation>固定</translation>
    </message>
    <message>
        <source>Pin the live configuration (Ctrl+D)</source>
        <translation>固定当前配置 (Ctrl+D)</translation>
    </message>
    <message>
        <source>Pin the live configuration</source>
        <translation>固定当前配置</translation>
    </message>
    <message>
        <source>current</source>
        <translation>当前</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>应用</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>改名…</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Rename pin %1</source>
        <translation>为固定方案 %1 改名</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Pins (%1)</source>
        <translation>固定方案（%1）</translation>
    </message>
    <message>
        <source>Apply, rename or remove pins</source>
        <translation>应用、重命名或移除固定方案</translation>
    </message>
</context>
<context>
    <name>shardscope::ui::PlanCard</name>
    <message>
        <source>Current</source>
        <translation>当前</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>应用</translation>
    </message>
    <message>
        <source>This is the configuration as it is.</source>
        <translation>即当前配置。</translation>
    </message>
    <message>
        <source>Sweeping…</source>
        <translation>扫描中…</translation>
    </message>
    <message>
        <source>Nothing of the kind fits.</source>
        <translation>没有放得下的此类方案。</translation>
    </message>
</context>
<context>
    <name>shardscope::ui::RuleCard</name>
    <message>
        <source>fix: %1</source>
        <translation>修复：%1</translation>
    </message>
    <message>
        <source>Fix</source>
        <translation>修复</translation>
    </message>
    <message>
        <source>Fix: %1</source>
        <translation>修复：%1</translation>
    </message>
    <message>
        <source>Evidence: %1</source>
        <translation>依据：%1</translation>
    </message>
</context>
<context>
    <name>shardscope::ui::RulesPanel</name>
    <message>
        <source>Every rule holds.</source>
        <translation>所有规则都满足。</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Stage %1 needs %2: below the GPU&apos;s %3, but over the fit limit of %4. It may run out.</source>
        <translation>阶段 %1 需要 %2：低于 GPU 的 %3，但超过放得下上限 %4，可能显存不足。</translation>
    </message>
    <message>
        <source>Errors %1</source>
        <translation>错误 %1</translation>
    </message>
    <message>
        <source>Warnings %1</source>
        <translation>警告 %1</translation>
    </message>
    <message>
        <source>Hints %1</source>
        <translation>提示 %1</translation>
    </message>
    <message>
        <source>Passed %1</source>
        <translation>通过 %1</translation>
    </message>
    <message>
        <source>Rules that hold</source>
        <translation>已满足的规则</translation>
    </message>
    <message>
        <source>The states alone, %1, exceed the memory of all GPUs together, %2: more GPUs are needed.</source>
        <translation>仅模型状态就需要 %1，超过所有 GPU 的显存总和 %2：需要更多 GPU。</translation>
    </message>
    <message>
        <source>Try a smaller micro-batch, a shorter sequence, or more GPUs.</source>
        <translation>可尝试更小的微批次、更短的序列或更多 GPU。</translation>
    </message>
    <message>
        <source>Try full recompute, a smaller micro-batch, or more GPUs.</source>
        <translation>可尝试完全重计算、更小的微批次或更多 GPU。</translation>
    </message>
    <message>
        <source>Try a larger TP or PP, ZeRO-3, or a smaller micro-batch.</source>
        <translation>可尝试更大的 TP 或 PP、ZeRO-3 或更小的微批次。</translation>
    </message>
    <message>
        <source>Try a larger TP or PP, ZeRO-3, or full recompute.</source>
        <translation>可尝试更大的 TP 或 PP、ZeRO-3 或完全重计算。</translation>
    </message>
    <message>
        <source>Stage %1 needs %2, the GPU has %3.</source>
        <translation>阶段 %1 需要 %2，GPU 只有 %3。</translation>
    </message>
    <message>
        <source>Try a larger TP or PP, or a smaller micro-batch.</source>
        <translation>可尝试更大的 TP 或 PP，或更小的微批次。</translation>
    </message>
    <message>
        <source>Try a larger TP or PP, or full recompute.</source>
        <translation>可尝试更大的 TP 或 PP，或完全重计算。</translation>
    </message>
</context>
<context>
    <name>shardscope::ui::Session</name>
    <message>
        <source>too many sessions are kept in %1</source>
        <translation>%1 中保留的会话过多</translation>
    </message>
    <message>
        <source>Unsaved work cannot be kept in %1: %2. Only what you save yourself survives.</source>
        <translation>无法在 %1 保留未保存的工作：%2。只有您自己保存的内容不会丢失。</translation>
    </message>
</context>
<context>
    <name>shardscope::ui::StepRow</name>
    <message>
        <source>Apply</source>
        <translation>应用</translation>
    </message>
    <message>
        <source>Apply: %1</source>
        <translation>应用：%1</translation>
    </message>
    <message>
        <source>advice, step %1</source>
        <translation>建议，步骤 %1</translation>
    </message>
    <message>
        <source>No advice: %1</source>
        <translation>无法给出建议：%1</translation>
    </message>
    <message>
        <source>Try %1</source>
        <translation>试用 %1</translation>
    </message>
    <message>
        <source>Show it in the chart above: %1</source>
        <translation>在上方图表中显示：%1</translation>
    </message>
    <message>
        <source>Try the alternative of step %1: %2</source>
        <translation>试用步骤 %1 的备选方案：%2</translation>
    </message>
</context>
<context>
    <name>shardscope::ui::StepTimeChart</name>
    <message>
        <source>No split exists for these settings, so there is no step to time.</source>
        <translation>这些设置没有可行划分，因此没有单步时间。</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>单步时间</translation>
    </message>
    <message>
        <source>Step time %1; %2 is the largest part with %3.</source>
        <translation>单步时间 %1；最大部分是%2，%3。</translation>
    </message>
    <message>
        <source>It does not fit: this is the time if it fitted.</source>
        <translation>放不下：这是假如放得下的时间。</translation>
    </message>
    <message>
        <source>Pin %1: %2, %3.</source>
        <translation>固定方案 %1：%2，%3。</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>固定</translation>
    </message>
    <message>
        <source>%1, s</source>
        <translation>%1，s</translation>
    </message>
    <message>
        <source>Step, s</source>
        <translation>单步，s</translation>
    </message>
    <message>
        <source>Difference to A</source>
        <translation>与 A 的差</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>%1, of which %2 exposed</source>
        <translation>%1，其中暴露 %2</translation>
    </message>
    <message>
        <source>%1 of the step</source>
        <translation>占单步 %1</translation>
    </message>
    <message>
        <source>%1, %2 of the step</source>
        <translation>%1，占单步 %2</translation>
    </message>
    <message>
        <source>Click explains this figure</source>
        <translation>单击解释该数值</translation>
    </message>
    <message>
        <source>Compute</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>TP comm</source>
        <translation>TP 通信</translation>
    </message>
    <message>
        <source>CP comm</source>
        <translation>CP 通信</translation>
    </message>
    <message>
        <source>EP comm</source>
        <translation>EP 通信</translation>
    </message>
    <message>
        <source>PP comm</source>
        <translation>PP 通信</translation>
    </message>
    <message>
        <source>DP exposed</source>
        <translation>DP 暴露</translation>
    </message>
    <message>
        <source>Bubble</source>
        <translation>气泡</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>Attn.</source>
        <comment>short</comment>
        <translation>注意力</translation>
    </message>
    <message>
        <source>TP</source>
        <comment>short</comment>
        <translation>TP</translation>
    </message>
    <message>
        <source>CP</source>
        <comment>short</comment>
        <translation>CP</translation>
    </message>
    <message>
        <source>EP</source>
        <comment>short</comment>
        <translation>EP</translation>
    </message>
    <message>
        <source>PP</source>
        <comment>short</comment>
        <translation>PP</translation>
    </message>
    <message>
        <source>DP</source>
        <comment>short</comment>
        <translation>DP</translation>
    </message>
    <message>
        <source>Optim.</source>
        <comment>short</comment>
        <translation>优化器</translation>
    </message>
    <message>
        <source>GEMM</source>
        <translation>GEMM</translation>
    </message>
    <message>
        <source>pointwise</source>
        <translation>逐点</translation>
    </message>
    <message>
        <source>recompute</source>
        <translation>重计算</translation>
    </message>
    <message>
        <source>head</source>
        <translation>输出层</translation>
    </message>
    <message>
        <source>scale loss</source>
        <translation>规模损失</translation>
    </message>
    <message>
        <source>other</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>if it fitted</source>
        <translation>假如放得下</translation>
    </message>
    <message>
        <source>baseline</source>
        <translation>基准</translation>
    </message>
</context>
<context>
    <name>shardscope::ui::StopField</name>
    <message>
        <source>Type a whole number of 1 or more.</source>
        <translation>请输入不小于 1 的整数。</translation>
    </message>
</context>
<context>
    <name>shardscope::ui::StopSlider</name>
    <message>
        <source>%1 not available</source>
        <translation>%1 不可用</translation>
    </message>
    <message>
        <source>%1 %2, follows</source>
        <translation>%1 %2，跟随</translation>
    </message>
    <message>
        <source>%1 %2, not a valid stop, of %3</source>
        <translation>%1 %2，不可用档位，可选 %3</translation>
    </message>
    <message>
        <source>%1 %2 of %3</source>
        <comment>symbol, value, all valid stops</comment>
        <translation>%1 %2，可选 %3</translation>
    </message>
</context>
<context>
    <name>shardscope::ui::SweepBar</name>
    <message>
        <source>%1 GPU</source>
        <translation>%1 GPU</translation>
    </message>
    <message>
        <source>Free %1</source>
        <translation>放开 %1</translation>
    </message>
    <message>
        <source>Best over %1</source>
        <translation>对 %1 取最优</translation>
    </message>
    <message>
        <source>%1 is locked in the configuration</source>
        <translation>%1 已在配置中锁定</translation>
    </message>
    <message>
        <source>Each cell takes the best %1
Click: only the current value, %2</source>
        <translation>每格取最优的 %1
单击：只用当前值 %2</translation>
    </message>
    <message>
        <source>Only the current value, %1
Click: each cell takes the best</source>
        <translation>只用当前值 %1
单击：每格取最优</translation>
    </message>
    <message>
        <source>%1 / %2 · %3 feasible</source>
        <translation>%1 / %2 · 可行 %3</translation>
    </message>
    <message>
        <source>Configurations tried / in the space · that can run</source>
        <translation>已试配置 / 全部配置 · 可运行的配置</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>颜色</translation>
    </message>
    <message>
        <source>Best over</source>
        <translation>取最优</translation>
    </message>
    <message>
        <source>Fixed</source>
        <translation>不变</translation>
    </message>
    <message>
        <source>Further dimensions to search</source>
        <translation>更多可搜索的维度</translation>
    </message>
    <message>
        <source>X axis of the map</source>
        <translation>热力图的 X 轴</translation>
    </message>
    <message>
        <source>Y axis of the map</source>
        <translation>热力图的 Y 轴</translation>
    </message>
    <message>
        <source>Metric of the sweep</source>
        <translation>扫描的指标</translation>
    </message>
    <message>
        <source>%1 · %2 feasible</source>
        <translation>%1 · 可行 %2</translation>
    </message>
    <message>
        <source>%1 feasible</source>
        <translation>可行 %1</translation>
    </message>
    <message>
        <source>%1 run</source>
        <translation>可行 %1</translation>
    </message>
</context>
<context>
    <name>shardscope::ui::SweepMap</name>
    <message>
        <source>not searched yet</source>
        <translation>尚未搜索</translation>
    </message>
    <message>
        <source>Best %1 %2</source>
        <translation>最优 %1 %2</translation>
    </message>
    <message>
        <source>tight: may run out</source>
        <translation>偏紧：可能耗尽</translation>
    </message>
    <message>
        <source>Peak %1 of %2 · step %3</source>
        <translation>峰值 %1 / %2 · 单步 %3</translation>
    </message>
    <message>
        <source>%1 tried, %2 can run</source>
        <translation>试了 %1 种，可运行 %2 种</translation>
    </message>
    <message>
        <source>%1 do not fit</source>
        <translation>放不下 %1 种</translation>
    </message>
    <message>
        <source>OOM ≥ %1 GiB</source>
        <translation>OOM ≥ %1 GiB</translation>
    </message>
    <message>
        <source>OOM</source>
        <translation>OOM</translation>
    </message>
    <message>
        <source>Does not fit: at least %1 of %2 GiB</source>
        <translation>放不下：至少 %1，容量 %2 GiB</translation>
    </message>
    <message>
        <source>%1: cannot run</source>
        <translation>%1：不能运行</translation>
    </message>
    <message>
        <source>Nearest that runs: %1 (%2)</source>
        <translation>最近可运行：%1（%2）</translation>
    </message>
    <message>
        <source>Best %1 (%2)</source>
        <translation>最优 %1（%2）</translation>
    </message>
    <message>
        <source>Sweep: best %1, %2</source>
        <translation>扫描：最优 %1，%2</translation>
    </message>
    <message>
        <source>current cell</source>
        <translation>当前格</translation>
    </message>
    <message>
        <source>current cell (A: %1)</source>
        <translation>当前格（A：%1）</translation>
    </message>
    <message>
        <source>The sweep is running.</source>
        <translation>正在扫描。</translation>
    </message>
    <message>
        <source>A number is out of its range: nothing to sweep. See Rules.</source>
        <translation>有数值超出范围，无法扫描。见规则。</translation>
    </message>
    <message>
        <source>bubble %1</source>
        <translation>气泡 %1</translation>
    </message>
    <message>
        <source>No configuration can run.</source>
        <translation>没有可运行的配置。</translation>
    </message>
    <message>
        <source>Best %1 (%2) at 1 GPU</source>
        <translation>1 个 GPU 时的最优 %1（%2）</translation>
    </message>
    <message>
        <source>Best %1 (%2) at %3 GPUs</source>
        <translation>%3 个 GPU 时的最优 %1（%2）</translation>
    </message>
    <message>
        <source>no split</source>
        <translation>无划分</translation>
    </message>
    <message>
        <source>No split of the GPUs searched leads to it.</source>
        <translation>所搜索的 GPU 数没有任何划分得到它。</translation>
    </message>
    <message>
        <source>%1: not tried</source>
        <translation>%1：未试</translation>
    </message>
</context>
<context>
    <name>shardscope::ui::SweepRank</name>
    <message>
        <source>A current</source>
        <translation>A 当前</translation>
    </message>
    <message>
        <source>tight: may run out</source>
        <translation>偏紧：可能耗尽</translation>
    </message>
    <message>
        <source>TP across nodes</source>
        <translation>TP 跨节点</translation>
    </message>
    <message>
        <source>MFU &lt; 35 %</source>
        <translation>MFU &lt; 35 %</translation>
    </message>
    <message>
        <source>M &lt; 4P</source>
        <translation>M &lt; 4P</translation>
    </message>
    <message>
        <source>CP inside a node</source>
        <translation>CP 在节点内</translation>
    </message>
    <message>
        <source>CP across nodes</source>
        <translation>CP 跨节点</translation>
    </message>
    <message>
        <source>CP kind</source>
        <translation>CP 方式</translation>
    </message>
    <message>
        <source>Pareto</source>
        <translation>帕累托</translation>
    </message>
    <message>
        <source>Peak GiB</source>
        <translation>峰值 GiB</translation>
    </message>
    <message>
        <source>Step s</source>
        <translation>单步 s</translation>
    </message>
    <message>
        <source>Bubble %</source>
        <translation>气泡 %</translation>
    </message>
    <message>
        <source>Worst %</source>
        <translation>最坏 %</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Rank by the metric; what fits before what is tight</source>
        <translation>按指标排名；放得下的在偏紧的之前</translation>
    </message>
    <message>
        <source>On the Pareto front: less memory or less time,
nothing better in both</source>
        <translation>在帕累托前沿上：显存更少或时间更短，
没有两者皆优的配置</translation>
    </message>
    <message>
        <source>Micro-batches of a replica per step</source>
        <translation>每个副本每步的微批次数</translation>
    </message>
    <message>
        <source>Peak memory of the fullest GPU; the bar is its share of the capacity</source>
        <translation>最满 GPU 的峰值显存；条形为占容量的比例</translation>
    </message>
    <message>
        <source>Peak %1 of %2 GiB · step %3</source>
        <translation>峰值 %1 / %2 GiB · 单步 %3</translation>
    </message>
    <message>
        <source>MFU %1 · bubble %2 · %3 tok/s per GPU</source>
        <translation>MFU %1 · 气泡 %2 · 每 GPU %3 token/s</translation>
    </message>
    <message>
        <source>network 20 % slower, experts 20 % fuller</source>
        <translation>网络慢 20 %，专家负载多 20 %</translation>
    </message>
    <message>
        <source>network 20 % slower</source>
        <translation>网络慢 20 %</translation>
    </message>
    <message>
        <source>experts 20 % fuller</source>
        <translation>专家负载多 20 %</translation>
    </message>
    <message>
        <source>as stated</source>
        <translation>按现有设定</translation>
    </message>
    <message>
        <source>Robust #</source>
        <translation>稳健 #</translation>
    </message>
    <message>
        <source>How much worse than the best it may become, in the metric:
20 % less network bandwidth, 20 % more expert load
Amber: fragile, fine only as stated</source>
        <translation>最坏时比最优差多少（按指标）：
网络带宽少 20 %，专家负载多 20 %
琥珀色：脆弱，只在现有设定下好</translation>
    </message>
    <message>
        <source>Rank by the worst case instead: verdict first,
then how much worse than the best</source>
        <translation>按最坏情况排名：先看能否放下，
再看比最优差多少</translation>
    </message>
    <message>
        <source>Worst case %1: %2</source>
        <translation>最坏 %1：%2</translation>
    </message>
    <message>
        <source>Fragile: %1 against the best</source>
        <translation>脆弱：与最优相比 %1</translation>
    </message>
    <message>
        <source>Robust: %1 against the best</source>
        <translation>稳健：与最优相比 %1</translation>
    </message>
    <message>
        <source>in its worst case: %1</source>
        <translation>最坏情况：%1</translation>
    </message>
    <message>
        <source>With fuller experts it does not fit</source>
        <translation>专家负载增加后放不下</translation>
    </message>
    <message>
        <source>With fuller experts it is tight</source>
        <translation>专家负载增加后偏紧</translation>
    </message>
    <message>
        <source>Robust rank %1</source>
        <translation>稳健排名 %1</translation>
    </message>
    <message>
        <source>fragile</source>
        <translation>脆弱</translation>
    </message>
    <message>
        <source>may not fit</source>
        <translation>可能放不下</translation>
    </message>
    <message>
        <source>may be tight</source>
        <translation>可能偏紧</translation>
    </message>
    <message>
        <source>A: does not fit</source>
        <translation>A：放不下</translation>
    </message>
    <message>
        <source>A: tight</source>
        <translation>A：偏紧</translation>
    </message>
</context>
<context>
    <name>shardscope::ui::SweepRankTable</name>
    <message>
        <source>Save the ranking</source>
        <translation>保存排名</translation>
    </message>
    <message>
        <source>CSV (*.csv)</source>
        <translation>CSV (*.csv)</translation>
    </message>
    <message>
        <source>Ranking saved: %1</source>
        <translation>排名已保存：%1</translation>
    </message>
    <message>
        <source>Ranked configurations</source>
        <translation>配置排名</translation>
    </message>
    <message>
        <source>equal results merged; current row stays visible</source>
        <translation>相同结果合并；当前行始终可见</translation>
    </message>
    <message>
        <source>Pareto only</source>
        <translation>仅帕累托</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>CSV</source>
        <translation>CSV</translation>
    </message>
    <message>
        <source>Save the ranking as a CSV file</source>
        <translation>把排名存为 CSV 文件</translation>
    </message>
    <message>
        <source>Apply #1</source>
        <translation>应用第 1 名</translation>
    </message>
    <message>
        <source>Row of the current configuration</source>
        <translation>当前配置的行</translation>
    </message>
    <message>
        <source>none can run: every one breaks a rule</source>
        <translation>没有可运行的：每一种都违反规则</translation>
    </message>
    <message>
        <source>none can run: the smallest needs %1 of %2 GiB</source>
        <translation>没有可运行的：最小的需要 %1，容量 %2 GiB</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>应用</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>固定</translation>
    </message>
    <message>
        <source>Copy rows</source>
        <translation>复制行</translation>
    </message>
    <message>
        <source>stopped after %1: the order is not final</source>
        <translation>已在 %1 处停止：排序并非最终结果</translation>
    </message>
    <message>
        <source>none can run: %1</source>
        <translation>都不能运行：%1</translation>
    </message>
    <message>
        <source>There is no ranking yet.</source>
        <translation>尚无排名。</translation>
    </message>
</context>
<context>
    <name>shardscope::ui::SweepTexts</name>
    <message>
        <source>Recompute</source>
        <translation>重计算</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>调度</translation>
    </message>
    <message>
        <source>CP kind</source>
        <translation>CP 方式</translation>
    </message>
    <message>
        <source>Shard group</source>
        <translation>分片组</translation>
    </message>
    <message>
        <source>PP (pipeline stages)</source>
        <translation>PP（流水线阶段）</translation>
    </message>
    <message>
        <source>ZeRO stage</source>
        <translation>ZeRO 级别</translation>
    </message>
    <message>
        <source>activation recompute</source>
        <translation>激活重计算</translation>
    </message>
</context>
<context>
    <name>shardscope::ui::SweepWayOut</name>
    <message>
        <source>No configuration of the sweep can run</source>
        <translation>扫描中没有可运行的配置</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>应用</translation>
    </message>
    <message>
        <source>Apply the smallest change</source>
        <translation>应用最小改动</translation>
    </message>
    <message>
        <source>Looking for the smallest change that gives one.</source>
        <translation>正在查找能得到可行配置的最小改动。</translation>
    </message>
    <message>
        <source>The search for a change was stopped; F9 runs it again.</source>
        <translation>查找已停止；按 F9 重新运行。</translation>
    </message>
    <message>
        <source>No change of one setting gives one.</source>
        <translation>改动单项设置均得不到可行配置。</translation>
    </message>
</context>
<context>
    <name>shardscope::ui::WayOut</name>
    <message>
        <source>Smallest change that gives one: another layout.</source>
        <translation>可行的最小改动：换用其他布局。</translation>
    </message>
    <message>
        <source>The current %1 is not among what is searched.</source>
        <translation>当前的 %1 不在搜索范围内。</translation>
    </message>
    <message>
        <source>Smallest change that gives one: %1 %2.</source>
        <translation>可行的最小改动：%1 %2。</translation>
    </message>
    <message>
        <source>fits</source>
        <translation>放得下</translation>
    </message>
    <message>
        <source>tight: may run out</source>
        <translation>偏紧：可能耗尽</translation>
    </message>
    <message>
        <source>Best with it: %1 (%2, %3 of %4 GiB, MFU %5).</source>
        <translation>改后最佳：%1（%2，%3 / %4 GiB，MFU %5）。</translation>
    </message>
    <message>
        <source>The smallest needs %1 of %2 GiB.</source>
        <translation>最省的一种需要 %1 GiB，容量为 %2 GiB。</translation>
    </message>
    <message>
        <source>Every one breaks a rule.</source>
        <translation>每一种都违反规则。</translation>
    </message>
    <message>
        <source>No change of one setting gives one. This at least breaks no rule: %1.</source>
        <translation>改动单项设置均得不到可行配置。以下配置至少不违反规则：%1。</translation>
    </message>
    <message>
        <source>.</source>
        <translation>。</translation>
    </message>
    <message>
        <source>%1 is locked at %2</source>
        <translation>%1 已锁定为 %2</translation>
    </message>
    <message>
        <source>, </source>
        <translation>，</translation>
    </message>
</context>
</TS>
