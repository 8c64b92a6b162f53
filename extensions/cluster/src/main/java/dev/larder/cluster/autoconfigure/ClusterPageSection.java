package dev.larder.cluster.autoconfigure;

import dev.larder.cluster.protocol.MemberStatus;
import dev.larder.gateway.actuate.page.PageBlock;
import dev.larder.gateway.actuate.page.PageSection;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Shows the members of the cluster as this member sees them. */
record ClusterPageSection(Supplier<MemberStatus> status) implements PageSection {

    @Override
    public String title() {
        return "Cluster";
    }

    @Override
    public List<PageBlock> blocks() {
        MemberStatus now = status.get();
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of(
                now.address(),
                now.hasJoined() ? "this one" : "this one, joining",
                now.mayUseStore() ? "answers from its store" : "asks the origin"));
        now.others()
                .forEach(other -> rows.add(List.of(
                        other.address(),
                        other.isSilent() ? "silent" : other.isMet() ? "heard of" : "meeting",
                        other.isGrantingLease() ? "grants a lease" : "grants no lease")));
        return List.of(new PageBlock.Table("Members", List.of("address", "standing", "lease"), rows));
    }
}
