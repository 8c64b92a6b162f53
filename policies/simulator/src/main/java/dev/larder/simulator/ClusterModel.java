package dev.larder.simulator;

import dev.larder.simulator.WorkloadParameters.Sizes;
import dev.larder.simulator.cluster.CacheMemory;
import dev.larder.simulator.cluster.ClusterAssumptions;
import dev.larder.simulator.cluster.MemberTraffic;
import dev.larder.simulator.cluster.MessageCosts;
import dev.larder.simulator.cluster.ObjectCatalog;
import dev.larder.simulator.cluster.ProtocolParameters;
import dev.larder.simulator.cluster.SimulationLimits;
import java.math.BigDecimal;
import java.util.Random;
import picocli.CommandLine.Option;

/** The options of {@link ClusterCommand} for message costs and load. */
final class ClusterModel {

    private static final String DEFAULT = "; default ${DEFAULT-VALUE}.";

    @Option(names = "--rate", defaultValue = "2000", description = "Requests per second to each member" + DEFAULT)
    private double rate;

    @Option(names = "--objects", defaultValue = "100000", description = "Objects that are requested" + DEFAULT)
    private int objects;

    @Option(
            names = "--pools",
            defaultValue = "200",
            description = "Pools; a write invalidates its whole pool" + DEFAULT)
    private int pools;

    @Option(names = "--alpha", defaultValue = "0.9", description = "Exponent of Zipf's law" + DEFAULT)
    private double alpha;

    @Option(names = "--median", defaultValue = "4096", description = "Median size of an object, bytes" + DEFAULT)
    private long median;

    @Option(names = "--sigma", defaultValue = "1", description = "Standard deviation of its logarithm" + DEFAULT)
    private double sigma;

    @Option(names = "--front", defaultValue = "64MB", description = "Store in front, on each member" + DEFAULT)
    private String front = "";

    @Option(names = "--shared", defaultValue = "256MB", description = "Shared map, on each member" + DEFAULT)
    private String shared = "";

    @Option(names = "--backups", defaultValue = "1", description = "Backups of the shared map" + DEFAULT)
    private int backups;

    @Option(
            names = "--one-way",
            defaultValue = "60us",
            description = "A message on one machine, handling included" + DEFAULT)
    private String oneWay = "";

    @Option(
            names = "--cpu",
            defaultValue = "17us",
            description = "Processor time to send or to receive a message" + DEFAULT)
    private String cpu = "";

    @Option(
            names = "--record",
            defaultValue = "10ns",
            description = "Processor time for a record in a message" + DEFAULT)
    private String record = "";

    @Option(names = "--network", defaultValue = "200us", description = "What a way between machines adds" + DEFAULT)
    private String network = "";

    @Option(
            names = "--jitter",
            defaultValue = "0.5",
            description = "Standard deviation of the logarithm of a way" + DEFAULT)
    private double jitter;

    @Option(names = "--get", defaultValue = "120us", description = "A read of the shared map on one machine" + DEFAULT)
    private String get = "";

    @Option(names = "--origin", defaultValue = "10ms", description = "What the origin takes to answer" + DEFAULT)
    private String origin = "";

    @Option(names = "--pause", defaultValue = "50ms", description = "For how long a member stands still" + DEFAULT)
    private String pause = "";

    @Option(names = "--pause-every", defaultValue = "60s", description = "How often it does" + DEFAULT)
    private String pauseEvery = "";

    @Option(names = "--lease", defaultValue = "2s", description = "How long a member is waited for" + DEFAULT)
    private String lease = "";

    @Option(names = "--window", defaultValue = "5ms", description = "How long a variant collects records" + DEFAULT)
    private String window = "";

    @Option(names = "--degree", defaultValue = "16", description = "Members a relay passes a message on to" + DEFAULT)
    private int degree;

    @Option(names = "--envelope", defaultValue = "128", description = "Bytes of a message beside records" + DEFAULT)
    private long envelope;

    @Option(names = "--record-bytes", defaultValue = "16", description = "Bytes of a record in a message" + DEFAULT)
    private long recordBytes;

    @Option(
            names = "--events",
            defaultValue = "400000",
            description = "Messages simulated per cluster, about" + DEFAULT)
    private long events;

    @Option(
            names = "--requests",
            defaultValue = "400000",
            description = "Requests simulated per cluster, at most" + DEFAULT)
    private long requests;

    @Option(names = "--seed", defaultValue = "1", description = "Decides what is left to chance" + DEFAULT)
    private long seed;

    /** @throws IllegalArgumentException if an option is invalid */
    ClusterAssumptions assumptions() {
        return new ClusterAssumptions(
                costs(),
                new ProtocolParameters(
                        DurationParser.parse(lease), DurationParser.parse(window), degree, envelope, recordBytes),
                new MemberTraffic(
                        rate,
                        DurationParser.parse(origin),
                        DurationParser.parse(pause),
                        DurationParser.parse(pauseEvery)),
                new CacheMemory(bytes(front), bytes(shared), backups),
                catalog(),
                new SimulationLimits(seed, events, requests));
    }

    private MessageCosts costs() {
        return new MessageCosts(
                DurationParser.parse(oneWay),
                DurationParser.parse(cpu),
                DurationParser.parse(record),
                DurationParser.parse(network),
                jitter,
                DurationParser.parse(get));
    }

    private ObjectCatalog catalog() {
        var parameters = new WorkloadParameters(objects, 0, alpha, 0, pools, new Sizes(median, sigma, 0));
        return new ObjectCatalog(parameters.draw(new Random(seed)), pools, new ZipfDistribution(objects, alpha)::draw);
    }

    private static long bytes(String size) {
        CacheSize parsed = CacheSize.parse(size);
        if (parsed.isPercentage() || parsed.number().compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0) {
            throw new IllegalArgumentException("expected bytes instead of \"" + size + '"');
        }
        return parsed.bytes(0);
    }
}
