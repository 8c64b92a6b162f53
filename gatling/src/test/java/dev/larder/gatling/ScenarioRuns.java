package dev.larder.gatling;

import io.gatling.app.Gatling$;
import java.util.Arrays;

/** Runs several scenarios in one process, which spares the start of a load generator for each. */
final class ScenarioRuns {

    private ScenarioRuns() {}

    /**
     * The first argument is the folder for results; each further one is a scenario's name and its settings, all separated by
     * blanks.
     */
    public static void main(String[] args) {
        for (var run : Arrays.copyOfRange(args, 1, args.length)) {
            var words = run.split(" ");
            for (int i = 1; i < words.length; i++) {
                var setting = words[i].split("=", 2);
                System.setProperty(setting[0], setting[1]);
            }
            int code = Gatling$.MODULE$.fromArgs(new String[] {
                "--simulation", "dev.larder.gatling." + words[0], "--results-folder", args[0], "--no-reports"
            });
            System.out.println("ended: " + words[0] + " with " + code);
            for (int i = 1; i < words.length; i++) {
                System.clearProperty(words[i].split("=", 2)[0]);
            }
        }
        Runtime.getRuntime().exit(0);
    }
}
