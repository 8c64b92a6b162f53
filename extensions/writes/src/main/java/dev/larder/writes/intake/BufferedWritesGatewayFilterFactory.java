package dev.larder.writes.intake;

import dev.larder.gateway.filter.WriteInvalidationGatewayFilterFactory;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.cloud.gateway.filter.GatewayFilter;
import org.springframework.cloud.gateway.filter.factory.AbstractGatewayFilterFactory;

/**
 * The route filter {@code BufferedWrites}, for routes without a cache. {@code - BufferedWrites=orders} applies the rule
 * {@code larder.rules.orders}, which has a {@code buffer}, to their writes. For routes built in Java, {@link #buffered}
 * creates the filter.
 */
public final class BufferedWritesGatewayFilterFactory
        extends AbstractGatewayFilterFactory<BufferedWritesGatewayFilterFactory.Config> {

    /** The name of the filter in routes. */
    public static final String NAME = "BufferedWrites";

    private final WriteInvalidationGatewayFilterFactory writes;
    private final BufferedWriteHandler buffered;

    /** Creates a factory of filters that buffer these writes. */
    public BufferedWritesGatewayFilterFactory(
            WriteInvalidationGatewayFilterFactory writes, BufferedWriteHandler buffered) {
        super(Config.class);
        this.writes = writes;
        this.buffered = buffered;
    }

    @Override
    public List<String> shortcutFieldOrder() {
        return List.of("value");
    }

    @Override
    public GatewayFilter apply(Config config) {
        String rule = config.getValue();
        if (rule == null || rule.isBlank()) {
            throw new IllegalArgumentException("BufferedWrites filter: it names no rule. Write for example"
                    + " BufferedWrites=orders, and add larder.rules.orders.buffer.bulk=/bulk/{path}.");
        }
        return buffered(rule);
    }

    /** Returns the filter for a route whose writes are under this rule. */
    public GatewayFilter buffered(String rule) {
        if (!buffered.isBuffered(rule)) {
            throw new IllegalArgumentException("BufferedWrites filter: there is no rule " + rule
                    + " that has a buffer. Add for example larder.rules." + rule + ".buffer.bulk=/bulk/{path}.");
        }
        return writes.under(rule);
    }

    /** Configuration of one {@code BufferedWrites} filter. */
    public static final class Config {

        private @Nullable String value;

        /** Returns the name of a rule; null for none, which is rejected. */
        public @Nullable String getValue() {
            return value;
        }

        /** Sets the name of a rule. */
        public void setValue(@Nullable String value) {
            this.value = value;
        }
    }
}
