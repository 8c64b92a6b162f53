package dev.larder.writes.actuate;

import dev.larder.gateway.actuate.page.PageBlock;
import dev.larder.gateway.actuate.page.PageSection;
import dev.larder.writes.buffer.WriteBuffer;
import dev.larder.writes.delivery.ChannelDeliveries;
import dev.larder.writes.delivery.DeliveryStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The page section about acknowledged writes that wait for their origin. */
public record WritesPageSection(WriteBuffer buffer, ChannelDeliveries deliveries) implements PageSection {

    @Override
    public String title() {
        return "Buffered writes";
    }

    @Override
    public List<PageBlock> blocks() {
        List<List<String>> rows = new ArrayList<>();
        Map<String, DeliveryStatus> rules = new TreeMap<>();
        deliveries.channels().forEach((name, delivery) -> rules.put(name, delivery.status()));
        rules.forEach((name, status) -> rows.add(List.of(
                name,
                Long.toString(status.writes()),
                Long.toString(status.bytes()),
                Integer.toString(status.underWay()),
                Long.toString(status.requests()),
                status.oldest().map(Instant::toString).orElse("-"))));
        return List.of(
                new PageBlock.Table(
                        "In the log",
                        List.of("waiting", "bytes waiting", "dead letters", "bytes of the log"),
                        List.of(List.of(
                                Long.toString(buffer.waiting().writes()),
                                Long.toString(buffer.waiting().bytes()),
                                Long.toString(buffer.deadLetters().count()),
                                Long.toString(buffer.logBytes())))),
                new PageBlock.Table(
                        "By rule", List.of("rule", "waiting", "bytes", "under way", "requests sent", "oldest"), rows));
    }
}
