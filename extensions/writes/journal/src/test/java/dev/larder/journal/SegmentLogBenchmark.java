package dev.larder.journal;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Prints the tables of {@link LogRate}, once.
 *
 * <p>{@code mvn -Pbench -pl extensions/writes/journal -am verify -DskipTests -Dbench="SegmentLog -jvmArgsAppend -Dlarder.log.folder=FOLDER"};
 * FOLDER is on the disk to be measured, by default where temporary files are.
 */
@BenchmarkMode(Mode.SingleShotTime)
@Warmup(iterations = 0)
@Measurement(iterations = 1)
@Fork(value = 1, jvmArgsAppend = "-Xmx512m")
public class SegmentLogBenchmark {

    @Benchmark
    public void tables() throws Exception {
        LogRate.main(new String[] {System.getProperty("larder.log.folder", System.getProperty("java.io.tmpdir"))});
    }
}
