package dev.larder.experiments.study;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What the simulator writes: {@code trace,policy,capacity,requests,hit_ratio,byte_hit_ratio,...}. */
final class SimulatorOutput {

    private SimulatorOutput() {}

    /** One policy at one size. */
    record Row(String policy, long capacity, double hitRatio, double byteHitRatio) {

        static Row parse(String line) {
            var cells = List.of(line.split(","));
            return new Row(
                    cells.get(1),
                    Long.parseLong(cells.get(2)),
                    Double.parseDouble(cells.get(4)),
                    Double.parseDouble(cells.get(5)));
        }
    }

    static List<Row> read(Path file) throws IOException {
        try (var lines = Files.lines(file)) {
            return lines.skip(1).map(Row::parse).toList();
        }
    }
}
