package dev.larder.experiments;

import dev.larder.experiments.report.ExperimentResults;
import dev.larder.experiments.rig.ExperimentWorkspace;
import dev.larder.experiments.rig.ServerSpecification;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** A study's experiment, repeated. */
public interface StudyExperiment {

    /** By which it is asked for, and which its files have. */
    String name();

    /** Of its page. */
    String title();

    /** What the study says. */
    StudyClaim claim();

    /** How long it takes at full size, starts included. */
    Duration expected();

    /** What has to run, and answers when {@link #run} begins. */
    List<ServerSpecification> servers(ExperimentScale scale);

    /** How it measures in so many rounds, as lines of the head of its page. */
    default List<String> conditions(int rounds) {
        return List.of(
                "cores:    servers on core 0, load and origin on core 1",
                "rounds:   " + rounds + ", taken in turns",
                "load:     closed loop, one thread, a connection for each client; what it waits for is in the latency");
    }

    /** Measures. */
    ExperimentResults run(ExperimentScale scale, ExperimentWorkspace workspace)
            throws IOException, InterruptedException;
}
