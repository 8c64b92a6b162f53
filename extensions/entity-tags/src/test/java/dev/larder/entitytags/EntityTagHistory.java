package dev.larder.entitytags;

import dev.larder.entitytags.EntityTagsFilterFixture.Asking;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import reactor.test.scheduler.VirtualTimeScheduler;

/**
 * One random history, step by step: what the service does, and what clients are answered meanwhile. Until a write is answered,
 * clients may be told that what was there before it is current: refused writes have a budget for their fences.
 */
final class EntityTagHistory {

    private static final List<String> POOLS = List.of("users", "skills", "paths");
    private static final List<String> READERS = List.of("", "alice", "bob");
    private static final List<String> LANGUAGES = List.of("en", "de");
    private static final int RESOURCES = 4;
    private static final int MAX_PENDING = 6;

    private record Got(String tag, String content) {}

    private record View(String path, String reader, String language) {}

    private static final class Read {
        private final View view;
        private final Optional<Got> held;
        private final Asking asking;
        private Optional<String> served = Optional.empty();

        Read(View view, Optional<Got> held, Asking asking) {
            this.view = view;
            this.held = held;
            this.asking = asking;
        }
    }

    private static final class Write {
        private final String path;
        private final Asking asking;
        private final Map<String, Integer> changed = new HashMap<>();
        private boolean applied;

        Write(String path, Asking asking) {
            this.path = path;
            this.asking = asking;
        }
    }

    private final Random random;
    private final EntityTagsFilterFixture rig;
    private final int bypassing;
    private final Map<String, List<Integer>> states = new HashMap<>();
    private final Map<String, Integer> acknowledged = new HashMap<>();
    private final Map<View, Got> clients = new HashMap<>();
    private final List<Read> reads = new ArrayList<>();
    private final List<Write> writes = new ArrayList<>();
    private final List<String> late = new ArrayList<>();
    private final List<String> wrong = new ArrayList<>();
    private int unasked;
    private int unchanged;

    /** @param bypassing in so many steps of 10,000 the service changes without a write */
    EntityTagHistory(long seed, EntityTagsFilterFixture rig, int bypassing) {
        this.random = new Random(seed);
        this.rig = rig;
        this.bypassing = bypassing;
    }

    /** What clients were answered that they should not have been. */
    List<String> wrong() {
        return wrong;
    }

    /** How often a 304 was answered without asking the service. */
    int unasked() {
        return unasked;
    }

    /** How often a 304 was answered after asking the service. */
    int unchanged() {
        return unchanged;
    }

    void run(int operations) {
        for (int i = 0; i < operations; i++) {
            step();
            if (random.nextInt(10_000) < bypassing) {
                acknowledge(apply(path()));
            }
        }
    }

    private void step() {
        int dice = random.nextInt(100);
        if (dice < 45) {
            if (reads.size() < MAX_PENDING) {
                read();
            }
        } else if (dice < 52) {
            one(reads).ifPresent(this::serve);
        } else if (dice < 89) {
            one(reads).ifPresent(this::deliver);
        } else if (dice < 91) {
            if (writes.size() < 3) {
                write();
            }
        } else if (dice < 93) {
            one(writes).ifPresent(this::apply);
        } else if (dice < 97) {
            one(writes).ifPresent(this::answer);
        } else {
            laterStill();
        }
    }

    private void read() {
        var view = new View(path(), pick(READERS), pick(LANGUAGES));
        Optional<Got> held =
                random.nextInt(8) == 0 ? one(List.copyOf(clients.values())) : Optional.ofNullable(clients.get(view));
        List<String> fields = new ArrayList<>(List.of("Accept-Language", view.language()));
        if (!view.reader().isEmpty()) {
            fields.addAll(List.of("Authorization", view.reader()));
        }
        held.ifPresent(got -> fields.addAll(List.of("If-None-Match", got.tag())));
        Asking asking = rig.ask("GET", view.path(), fields.toArray(String[]::new));
        var read = new Read(view, held, asking);
        if (asking.answered()) {
            unasked++;
            checkUnasked(read);
        } else {
            reads.add(read);
        }
    }

    /** The service makes its answer. */
    private void serve(Read read) {
        if (read.served.isEmpty()) {
            read.served = Optional.of(current(read.view));
        }
    }

    /** The answer arrives. */
    private void deliver(Read read) {
        serve(read);
        reads.remove(read);
        read.asking.ok(
                read.served.orElseThrow(),
                "Vary",
                "Accept-Language",
                "Cache-Control",
                pick(List.of("public", "max-age=0")));
        check(read, read.served.orElseThrow());
    }

    private void checkUnasked(Read read) {
        String held = read.held.map(Got::content).orElse("nothing");
        List<Integer> all = states(read.view.path());
        boolean current = all.subList(acknowledged.getOrDefault(read.view.path(), 0), all.size()).stream()
                .anyMatch(state -> held.equals(read.view + " " + state));
        if (read.asking.status() != 304 || !current) {
            wrong.add(read.view + " has " + held + " and was told so, unasked, is " + current(read.view));
        }
    }

    private void check(Read read, String expected) {
        Asking answer = read.asking;
        if (answer.status() == 304) {
            unchanged += answer.call().isPresent() ? 1 : 0;
            String held = read.held.map(Got::content).orElse("nothing");
            if (!held.equals(expected)) {
                wrong.add(read.view + " has " + held + " and was told so is " + expected);
            }
        } else if (!answer.content().equals(expected)) {
            wrong.add(read.view + " got " + answer.content() + " instead of " + expected);
        } else {
            clients.put(read.view, new Got(answer.field("ETag"), expected));
        }
    }

    private void write() {
        String path = path();
        writes.add(new Write(path, rig.ask(pick(List.of("PUT", "POST", "DELETE")), path)));
    }

    private void apply(Write write) {
        if (!write.applied) {
            write.applied = true;
            write.changed.putAll(apply(write.path));
        }
    }

    private void answer(Write write) {
        writes.remove(write);
        if (!write.applied && random.nextInt(3) == 0) {
            write.asking.status(409);
        } else if (random.nextInt(10) == 0) {
            if (!write.applied) {
                late.add(write.path);
            }
            acknowledge(write.changed);
            write.asking.call().orElseThrow().fail(new IOException("reset"));
        } else {
            apply(write);
            acknowledge(write.changed);
            write.asking.status(random.nextInt(4) == 0 ? 500 : 204);
        }
    }

    /** What was written on connections that are lost takes effect at last; then the time is over in which it may. */
    private void laterStill() {
        late.forEach(path -> acknowledge(apply(path)));
        late.clear();
        VirtualTimeScheduler.get().advanceTimeBy(EntityTagsFilterFixture.HOLD.plus(Duration.ofMillis(1)));
    }

    /** Something changes: the resource itself, others of its pool, and those of pools that follow from it. */
    private Map<String, Integer> apply(String path) {
        Map<String, Integer> changed = new HashMap<>();
        change(path, changed);
        String pool = path.split("/", 3)[1];
        for (int i = POOLS.indexOf(pool); i < POOLS.size(); i++) {
            change("/" + POOLS.get(i) + "/" + random.nextInt(RESOURCES), changed);
        }
        return changed;
    }

    private void change(String path, Map<String, Integer> changed) {
        List<Integer> all = states(path);
        all.add(random.nextInt(3));
        changed.put(path, all.size() - 1);
    }

    /** From now on, nothing is current that was before these changes. */
    private void acknowledge(Map<String, Integer> changed) {
        changed.forEach((path, place) -> acknowledged.merge(path, place, Math::max));
    }

    /** Returns what a resource has been, the current state last. */
    private List<Integer> states(String path) {
        return states.computeIfAbsent(path, unknown -> new ArrayList<>(List.of(0)));
    }

    private String current(View view) {
        List<Integer> all = states(view.path());
        return view + " " + all.get(all.size() - 1);
    }

    private String path() {
        return "/" + pick(POOLS) + "/" + random.nextInt(RESOURCES);
    }

    private <T> T pick(List<T> of) {
        return of.get(random.nextInt(of.size()));
    }

    private <T> Optional<T> one(List<T> of) {
        return of.isEmpty() ? Optional.empty() : Optional.of(pick(of));
    }
}
