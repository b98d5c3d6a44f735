import { useEffect, useState } from "react";

/** Interval between two readings in ms. */
const READING_MS = 100;
/** Amplifies the RMS of speech, which is around 0.1, to most of the meter. */
const GAIN = 6;
/** Level from which the microphone is known to work. */
const HEARD = 0.15;

/** Loudness of samples between -1 and 1, from 0 to 1. */
export function levelOf(samples: Float32Array): number {
  const squares = samples.reduce((sum, sample) => sum + sample * sample, 0);
  return Math.min(1, GAIN * Math.sqrt(squares / Math.max(1, samples.length)));
}

export interface Loudness {
  /** From 0 to 1. */
  level: number;
  /** It was loud enough once. */
  heard: boolean;
}

const SILENT: Loudness = { level: 0, heard: false };

/** Loudness of a stream with sound; undefined where the browser cannot measure it. */
export function useLoudness(stream: MediaStream): Loudness | undefined {
  const [loudness, setLoudness] = useState(SILENT);
  const measurable = typeof AudioContext !== "undefined";
  useEffect(() => {
    if (!measurable) return;
    setLoudness(SILENT);
    const context = new AudioContext();
    const analyser = context.createAnalyser();
    // Not connected to the destination: the candidate must not hear an echo.
    context.createMediaStreamSource(stream).connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    const timer = setInterval(() => {
      analyser.getFloatTimeDomainData(samples);
      const level = levelOf(samples);
      setLoudness((last) => ({ level, heard: last.heard || level >= HEARD }));
    }, READING_MS);
    return () => {
      clearInterval(timer);
      void context.close();
    };
  }, [stream, measurable]);
  return measurable ? loudness : undefined;
}
