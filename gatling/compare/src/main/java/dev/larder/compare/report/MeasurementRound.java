package dev.larder.compare.report;

import dev.larder.compare.load.LoadResult;

/**
 * One server under load for a few seconds.
 *
 * @param sent what the generator has done
 * @param cpuSeconds of the server and its children meanwhile
 * @param originAsked how often the origin was asked meanwhile
 * @param othersCpuSeconds of all the other servers meanwhile, which should be idle
 */
public record MeasurementRound(LoadResult sent, double cpuSeconds, long originAsked, double othersCpuSeconds) {

    double perSecond() {
        return sent.requests() / sent.seconds();
    }

    public double perCpuSecond() {
        return sent.requests() / Math.max(cpuSeconds, 0.01);
    }

    double octetsPerSecond() {
        return sent.octets() / sent.seconds();
    }

    double octetsPerCpuSecond() {
        return sent.octets() / Math.max(cpuSeconds, 0.01);
    }

    double originShare() {
        return (double) originAsked / Math.max(1, sent.requests());
    }

    double othersShare() {
        return othersCpuSeconds / sent.seconds();
    }
}
