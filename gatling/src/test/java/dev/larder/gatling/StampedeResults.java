package dev.larder.gatling;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;

/** The crowds of one kind, each around a target of its own. */
final class StampedeResults {

    private final String kind;
    private final Map<String, StampedeResult> crowds = new ConcurrentHashMap<>();
    private final Map<Long, LongAdder> results = new ConcurrentSkipListMap<>();

    StampedeResults(String kind) {
        this.kind = kind;
    }

    /** What they found, in a word. */
    String kind() {
        return kind;
    }

    void add(LoadResponse answer) {
        crowds.computeIfAbsent(answer.call().target(), target -> new StampedeResult())
                .add(answer);
    }

    /** How often the origin was asked for this target, for the one client that asks first after all were answered. */
    Optional<Long> asked(String target) {
        var crowd = crowds.remove(target);
        var asked = crowd == null ? Optional.<Long>empty() : crowd.asked();
        asked.ifPresent(
                times -> results.computeIfAbsent(times, key -> new LongAdder()).increment());
        return asked;
    }

    String summary() {
        return "Stampedes for what was " + kind + ", by how often the origin was asked: "
                + (results.isEmpty() ? "nobody says" : results);
    }
}
