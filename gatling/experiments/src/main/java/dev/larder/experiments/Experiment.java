package dev.larder.experiments;

import dev.larder.experiments.report.Figures;
import dev.larder.experiments.rig.Server;
import dev.larder.experiments.rig.Workspace;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** A study's experiment, repeated. */
public interface Experiment {

    /** By which it is asked for, and which its files have. */
    String name();

    /** Of its page. */
    String title();

    /** What the study says. */
    Claim claim();

    /** How long it takes at full size, starts included. */
    Duration expected();

    /** What has to run, and answers when {@link #run} begins. */
    List<Server> servers(Scale scale);

    /** How it measures in so many rounds, as lines of the head of its page. */
    default List<String> conditions(int rounds) {
        return List.of(
                "cores:    servers on core 0, load and origin on core 1",
                "rounds:   " + rounds + ", taken in turns",
                "load:     closed loop, one thread, a connection for each client; what it waits for is in the latency");
    }

    /** Measures. */
    Figures run(Scale scale, Workspace workspace) throws IOException, InterruptedException;
}
