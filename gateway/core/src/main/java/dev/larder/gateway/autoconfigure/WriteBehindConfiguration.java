package dev.larder.gateway.autoconfigure;

import dev.larder.gateway.actuate.page.PageSection;
import dev.larder.gateway.actuate.page.WritesSection;
import dev.larder.gateway.exchange.LarderClock;
import dev.larder.gateway.exchange.UnfinishedUploads;
import dev.larder.gateway.filter.BufferedWrites;
import dev.larder.gateway.writebehind.buffer.WriteBuffer;
import dev.larder.gateway.writebehind.intake.StatusResources;
import dev.larder.http.ClientShares;
import dev.larder.invalidation.Invalidator;
import java.net.InetAddress;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.cloud.gateway.filter.headers.TrustedProxies;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.annotation.Order;
import org.springframework.web.reactive.result.method.annotation.RequestMappingHandlerMapping;
import reactor.netty.http.client.HttpClient;

/** Writes that are acknowledged before their origin has them. */
class WriteBehindConfiguration {

    /** The log, which is there only where a rule buffers writes; closed when nothing else is there any more. */
    static final class Holder implements AutoCloseable {

        private final Optional<WriteBehind> held;

        Holder(Optional<WriteBehind> held) {
            this.held = held;
        }

        Optional<WriteBehind> held() {
            return held;
        }

        @Override
        public void close() {
            held.ifPresent(WriteBehind::close);
        }
    }

    @Bean(destroyMethod = "close")
    Holder larderWriteBehind(
            LarderProperties properties,
            Invalidator invalidator,
            LarderClock clock,
            ObjectProvider<HttpClient> client) {
        return new Holder(WriteBehind.of(properties, invalidator, clock, client.getIfAvailable(HttpClient::create)));
    }

    @Bean
    BufferedWrites larderBufferedWrites(
            Holder writeBehind,
            LarderProperties properties,
            @Value("${" + TrustedProxies.PROPERTY + ":}") String trustedProxies) {
        return writeBehind
                .held()
                .map(held -> held.filters(unfinished(properties, ForwardingConfiguration.trusted(trustedProxies))))
                .orElse(BufferedWrites.NONE);
    }

    /** The buffer bounds all together. One write is taken from every address, however little of the room is its own. */
    private static UnfinishedUploads unfinished(LarderProperties properties, Predicate<InetAddress> trusted) {
        LarderProperties.Limits limits = properties.limits();
        long largest = properties.rules().values().stream()
                .map(RuleProperties::buffer)
                .filter(Objects::nonNull)
                .mapToLong(buffer -> buffer.maxSize().toBytes())
                .max()
                .orElse(0);
        long octets = limits.ofOneAddress(properties.writes().maxSize().toBytes());
        return new UnfinishedUploads(
                new ClientShares(WriteBuffer.MOST_UNFINISHED, limits.ofOneAddress(WriteBuffer.MOST_UNFINISHED)),
                new ClientShares(Long.MAX_VALUE, Math.max(octets, largest)),
                trusted);
    }

    @Bean
    @Order(2)
    @Conditional(BuffersWrites.class)
    PageSection larderWritesSection(Holder writeBehind) {
        WriteBehind there = writeBehind.held().orElseThrow();
        return new WritesSection(there.buffer(), there.deliveries());
    }

    @Bean
    SmartInitializingSingleton larderWriteBehindStart(
            Holder writeBehind,
            @Qualifier("requestMappingHandlerMapping") ObjectProvider<RequestMappingHandlerMapping> handlers) {
        return () -> writeBehind.held().ifPresent(there -> {
            there.start();
            handlers.ifAvailable(new StatusResources(there.buffer())::register);
        });
    }

    /** After the server has stopped: nothing comes in any more. */
    @Bean
    SmartLifecycle larderWriteBehindDrain(Holder writeBehind) {
        return new SmartLifecycle() {

            private volatile boolean running;

            @Override
            public void start() {
                running = true;
            }

            @Override
            public void stop() {
                running = false;
                writeBehind.held().ifPresent(WriteBehind::drain);
            }

            @Override
            public boolean isRunning() {
                return running;
            }

            @Override
            public int getPhase() {
                return 0;
            }
        };
    }
}
