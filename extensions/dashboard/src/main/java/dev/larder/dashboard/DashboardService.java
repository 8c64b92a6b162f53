package dev.larder.dashboard;

import dev.larder.gateway.actuate.StoreScan;
import dev.larder.gateway.actuate.StoreScanResult;
import dev.larder.gateway.actuate.page.PageBlock;
import dev.larder.gateway.actuate.page.PageSection;
import dev.larder.gateway.message.LarderClock;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.Disposable;
import reactor.core.scheduler.Schedulers;

/**
 * Collects the data of the page: current meters and their course over the last quarter of an hour, notable entries of the store,
 * and the sections of other modules. The stores are scanned only while the page is open. Blocks its callers.
 */
public final class DashboardService implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(DashboardService.class);
    private static final Duration EVERY = Duration.ofSeconds(5);
    private static final int POINTS = 180;

    private final DashboardMetricsReader figures;
    private final StoreScan scan;
    private final Supplier<List<PageSection>> sections;
    private final LarderClock clock;
    private final DashboardPermissions rights;
    private final DashboardTimeSeries series = new DashboardTimeSeries(POINTS);
    private Optional<Disposable> ticking = Optional.empty();
    private final Semaphore looking = new Semaphore(1);
    private volatile StoreScanResult holdings = StoreScanResult.NONE;
    private volatile Optional<Instant> lookedAt = Optional.empty();

    /**
     * Creates the service.
     *
     * @param rights of the page's users
     */
    public DashboardService(
            MeterRegistry registry,
            StoreScan scan,
            Supplier<List<PageSection>> sections,
            LarderClock clock,
            DashboardPermissions rights) {
        this.figures = new DashboardMetricsReader(new MeterReader(registry));
        this.scan = scan;
        this.sections = sections;
        this.clock = clock;
        this.rights = rights;
    }

    /**
     * Current data of the page.
     *
     * @param at seconds since the epoch, by the wall clock
     * @param writeEnabled whether it has purge buttons
     * @param inspects whether it has an inspector
     */
    record Data(
            double at,
            boolean writeEnabled,
            boolean inspects,
            DashboardMetrics figures,
            StoreScanResult holdings,
            List<TimeSeriesPoint> points) {}

    /**
     * A section in the form that the page reads.
     *
     * @param kinds of its blocks, one for each
     */
    record Shown(String title, List<String> kinds, List<PageBlock> blocks) {}

    /** Starts to record the meters every few seconds. */
    public void start() {
        tick();
        ticking = Optional.of(Schedulers.boundedElastic()
                .schedulePeriodically(this::tickOrLog, EVERY.toMillis(), EVERY.toMillis(), TimeUnit.MILLISECONDS));
    }

    @Override
    public void close() {
        ticking.ifPresent(Disposable::dispose);
    }

    /** Records the current meters. */
    public void tick() {
        series.note(figures.read(), scan.epochs(holdings.pools()), clock.wall());
    }

    /** Returns the current data, with the points of the time line after that one. */
    Data data(long since) {
        look();
        return new Data(
                clock.wall().toEpochMilli() / 1000.0,
                rights.mayPurge(),
                rights.mayInspect(),
                figures.read(),
                holdings,
                series.since(since));
    }

    /** Returns the rights of the page's users. */
    DashboardPermissions rights() {
        return rights;
    }

    /** Returns the current sections of other modules; a failing section shows a note instead. */
    List<Shown> sections() {
        List<Shown> shown = new ArrayList<>();
        for (PageSection section : sections.get()) {
            List<PageBlock> blocks = blocks(section);
            if (!blocks.isEmpty()) {
                shown.add(new Shown(
                        section.title(),
                        blocks.stream().map(DashboardService::kind).toList(),
                        blocks));
            }
        }
        return shown;
    }

    private static List<PageBlock> blocks(PageSection section) {
        try {
            return section.blocks();
        } catch (RuntimeException fault) {
            log.warn("The section {} of the dashboard cannot be rendered.", section.title(), fault);
            return List.of(new PageBlock.Note("This section cannot be rendered now. See the log."));
        }
    }

    private static String kind(PageBlock block) {
        if (block instanceof PageBlock.Table) {
            return "table";
        }
        if (block instanceof PageBlock.Plot) {
            return "plot";
        }
        return block instanceof PageBlock.Listing ? "listing" : "note";
    }

    private void tickOrLog() {
        try {
            tick();
        } catch (RuntimeException fault) {
            log.warn("The time series of the dashboard has a gap.", fault);
        }
    }

    /** Scans the stores, at most as often as the time line advances and one scan at a time; other callers get the last result. */
    private void look() {
        if (!looking.tryAcquire()) {
            return;
        }
        Instant now = clock.steady();
        try {
            if (lookedAt.filter(last -> last.plus(EVERY).isAfter(now)).isEmpty()) {
                lookedAt = Optional.of(now);
                holdings = scan.look();
            }
        } catch (RuntimeException fault) {
            log.warn("The stores cannot be scanned for the dashboard.", fault);
        } finally {
            looking.release();
        }
    }
}
