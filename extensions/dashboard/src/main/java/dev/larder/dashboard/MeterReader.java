package dev.larder.dashboard;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.distribution.CountAtBucket;
import io.micrometer.core.instrument.distribution.HistogramSnapshot;
import io.micrometer.core.instrument.distribution.ValueAtPercentile;
import io.micrometer.core.instrument.search.Search;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Reads meters. All traffic figures of the page come from here, so the page agrees with the metrics. */
final class MeterReader {

    private static final double MOST = 0.95;

    private final MeterRegistry registry;

    MeterReader(MeterRegistry registry) {
        this.registry = registry;
    }

    /** Returns the readings of all meters of this name. */
    List<MeterReading> of(String name) {
        return Search.in(registry).name(name).meters().stream()
                .map(MeterReader::read)
                .toList();
    }

    /** Returns the sum over all meters of this name. */
    double sum(String name) {
        return of(name).stream().mapToDouble(MeterReading::count).sum();
    }

    private static MeterReading read(Meter meter) {
        return meter.match(
                gauge -> new MeterReading(gauge.getId(), finite(gauge.value()), 0, 0),
                counter -> new MeterReading(counter.getId(), counter.count(), 0, 0),
                MeterReader::timed,
                summary -> new MeterReading(summary.getId(), summary.count(), summary.totalAmount(), 0),
                task -> new MeterReading(task.getId(), task.activeTasks(), task.duration(TimeUnit.SECONDS), 0),
                gauge -> new MeterReading(gauge.getId(), finite(gauge.value(TimeUnit.SECONDS)), 0, 0),
                counter -> new MeterReading(counter.getId(), counter.count(), 0, 0),
                timer -> new MeterReading(timer.getId(), timer.count(), timer.totalTime(TimeUnit.SECONDS), 0),
                other -> new MeterReading(other.getId(), 0, 0, 0));
    }

    private static MeterReading timed(Timer timer) {
        return new MeterReading(
                timer.getId(), timer.count(), timer.totalTime(TimeUnit.SECONDS), most(timer.takeSnapshot()));
    }

    private static double most(HistogramSnapshot snapshot) {
        for (ValueAtPercentile value : snapshot.percentileValues()) {
            if (value.percentile() == MOST) {
                return finite(value.value(TimeUnit.SECONDS));
            }
        }
        for (CountAtBucket bucket : snapshot.histogramCounts()) {
            if (snapshot.count() > 0 && bucket.count() >= MOST * snapshot.count()) {
                return finite(bucket.bucket(TimeUnit.SECONDS));
            }
        }
        return 0;
    }

    private static double finite(double value) {
        return Double.isFinite(value) ? value : 0;
    }
}
