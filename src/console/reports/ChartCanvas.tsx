import { BarChart, LineChart } from 'echarts/charts';
import { GridComponent, LegendScrollComponent, TooltipComponent } from 'echarts/components';
import { init, use as register, type EChartsType } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { useEffect, useRef } from 'react';
import type { ChartData } from './chartData.ts';
import { chartOption } from './chartOption.ts';
import { readChartTokens } from './chartTokens.ts';

register([BarChart, LineChart, GridComponent, LegendScrollComponent, TooltipComponent, CanvasRenderer]);

/** The ECharts canvas, loaded only when a chart is shown. */
export default function ChartCanvas({ data }: { data: ChartData }) {
  const host = useRef<HTMLDivElement>(null);
  const chart = useRef<EChartsType | null>(null);

  useEffect(() => {
    if (!host.current) return undefined;
    const made = init(host.current);
    chart.current = made;
    const size = new ResizeObserver(() => made.resize());
    size.observe(host.current);
    return () => {
      size.disconnect();
      made.dispose();
      chart.current = null;
    };
  }, []);

  useEffect(() => {
    if (host.current) chart.current?.setOption(chartOption(data, readChartTokens(host.current)), { notMerge: true });
  }, [data]);

  return <div ref={host} className="h-full w-full" />;
}
