package dev.larder.gateway.exchange;

import dev.larder.gateway.store.BodyRecorder;
import dev.larder.gateway.store.BodyRecorderFactory;
import dev.larder.gateway.store.ContentMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** Begins the recorders of one {@link ExchangeHistory}, and knows whether anything of them is left. */
final class SimulatedRecorderFactory implements BodyRecorderFactory {

    private final ExchangeHistory history;
    private final List<SimulatedRecorder> recorders = new ArrayList<>();

    SimulatedRecorderFactory(ExchangeHistory history) {
        this.history = history;
    }

    List<SimulatedRecorder> recorders() {
        return recorders;
    }

    @Override
    public long maxObjectSize() {
        return history.settings().maxObjectSize();
    }

    @Override
    public BodyRecorder begin(OptionalLong announced, ContentMemory.Claim memory, BodyRecorder.Listener listener) {
        var recorder = new SimulatedRecorder(history, announced, listener);
        recorders.add(recorder);
        return recorder;
    }
}
