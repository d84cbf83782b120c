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
  const draw = useRef(() => {});

  useEffect(() => {
    if (!host.current) return undefined;
    const made = init(host.current);
    chart.current = made;
    const size = new ResizeObserver(() => {
      made.resize();
      draw.current();
    });
    size.observe(host.current);
    return () => {
      size.disconnect();
      made.dispose();
      chart.current = null;
    };
  }, []);

  useEffect(() => {
    draw.current = () => {
      if (!host.current) return;
      const option = chartOption(data, readChartTokens(host.current), host.current.clientWidth);
      chart.current?.setOption(option, { notMerge: true });
    };
    draw.current();
  }, [data]);

  return <div ref={host} className="h-full w-full" />;
}
