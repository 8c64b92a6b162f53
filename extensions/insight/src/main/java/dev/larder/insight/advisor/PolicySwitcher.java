package dev.larder.insight.advisor;

import dev.larder.gateway.exchange.LarderClock;
import dev.larder.insight.advisor.PolicyDecision.Change;
import dev.larder.insight.advisor.PolicyDecision.Keep;
import dev.larder.insight.advisor.PolicyDecision.Lead;
import dev.larder.insight.advisor.PolicyDecision.Warn;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Checks the ghost caches periodically, and switches the live store to a policy that they have proven better. */
public final class PolicySwitcher implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(PolicySwitcher.class);

    private final LiveStorePolicy policy;
    private final Supplier<GhostSnapshot> sights;
    private final Supplier<Instant> wall;
    private final PolicySelectionSettings settings;
    private PolicySelector selector;
    private Optional<Warned> warned = Optional.empty();
    private Optional<ScheduledExecutorService> thread = Optional.empty();

    /** A warning already logged. */
    private record Warned(Object to, PolicyDecision.Reason reason) {}

    PolicySwitcher(
            LiveStorePolicy policy,
            PolicySelectionSettings settings,
            Supplier<GhostSnapshot> sights,
            Supplier<Instant> wall) {
        this.policy = policy;
        this.settings = settings;
        this.sights = sights;
        this.wall = wall;
        this.selector = PolicySelector.of(settings, policy.policy());
    }

    /** Creates a switcher, which checks on a thread of its own if the policy may change. */
    public static PolicySwitcher of(
            LiveStorePolicy policy, PolicySelectionSettings settings, StoreAdvisor advisor, LarderClock clock) {
        var governor = new PolicySwitcher(policy, settings, advisor::sight, clock::wall);
        if (policy.isAuto()) {
            governor.begin();
        }
        return governor;
    }

    private synchronized void begin() {
        ScheduledExecutorService own = Executors.newSingleThreadScheduledExecutor(task -> {
            var made = new Thread(task, "larder-store-policy");
            made.setDaemon(true);
            return made;
        });
        long nanos = settings.period().toNanos();
        own.scheduleWithFixedDelay(this::tryToLook, nanos, nanos, TimeUnit.NANOSECONDS);
        thread = Optional.of(own);
    }

    /** A fault aborts this check, not the next ones. */
    private void tryToLook() {
        try {
            look();
        } catch (RuntimeException fault) {
            log.warn("The eviction policy is unchanged, because choosing one failed.", fault);
        }
    }

    /** Checks once, and acts on the result. */
    synchronized void look() {
        PolicySelector.Step step = selector.next(sights.get());
        PolicyDecision choice = step.choice();
        if (choice instanceof Change change) {
            change(change.lead());
        } else if (choice instanceof Warn warn) {
            warn(warn);
        } else if (choice instanceof Keep keep) {
            policy.keep(keep.reason().sentence());
            warned = keep.reason() == PolicyDecision.Reason.NONE_BETTER ? Optional.empty() : warned;
        }
        selector = step.next();
    }

    private void change(Lead lead) {
        policy.change(wall.get(), lead);
        warned = Optional.empty();
        log.warn(
                "The store has gone over from {} to {} and has kept its entries: of late {} would have answered {} % where {} answers {} %. There"
                        + " is no other change for {}.",
                lead.from().id(),
                lead.to().id(),
                lead.to().id(),
                percent(lead.toPoints()),
                lead.from().id(),
                percent(lead.fromPoints()),
                settings.rest(policy.changes()));
    }

    private void warn(Warn warn) {
        Lead lead = warn.lead();
        policy.keep(warn.reason().sentence());
        var now = Optional.of(new Warned(lead.to(), warn.reason()));
        if (!now.equals(warned)) {
            warned = now;
            log.warn(
                    "The store keeps {}, which answers {} %, though {} would answer {} %: {}.",
                    lead.from().id(),
                    percent(lead.fromPoints()),
                    lead.to().id(),
                    percent(lead.toPoints()),
                    warn.reason().sentence());
        }
    }

    private static String percent(double points) {
        return String.format(Locale.ROOT, "%.1f", points);
    }

    /** Completes a change in progress. */
    @Override
    public synchronized void close() {
        thread.ifPresent(ScheduledExecutorService::shutdown);
    }
}
