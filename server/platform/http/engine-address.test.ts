import { describe, expect, it } from "vitest";
import { mayHaveEngine } from "./addresses.ts";

describe("an engine [T145]", () => {
  it.each([
    ...["127.0.0.1", "::1", "10.1.2.3", "192.168.1.20", "172.16.0.9", "fd12::5"],
    ...["100.101.102.103", "93.184.216.34", "2606:4700::1", "::ffff:192.168.0.9"],
    // A public server, as a network without IPv4 reaches it.
    "64:ff9b::93.184.216.34",
  ])("may be at %s", (address) => expect(mayHaveEngine(address)).toBe(true));

  it.each([
    ...["169.254.169.254", "169.254.170.2", "0.0.0.0", "0.1.2.3", "224.0.0.1", "240.0.0.1", "255.255.255.255"],
    ...["192.0.0.1", "192.0.0.192", "192.0.2.1", "198.18.0.1", "192.88.99.1", "192.31.196.1"],
    ...["100.100.100.200", "168.63.129.16", "fd00:ec2::254", "fd20:ce::254"],
    ...["::", "fe80::1", "fe80::1%eth0", "fec0::1", "ff02::1", "100::1", "2001:db8::1", "2001:2::1", "5f00::1"],
    // IPv4 in IPv6: mapped, compatible, translated, NAT64, 6to4, Teredo
    ...["::ffff:169.254.169.254", "::ffff:a9fe:a9fe", "::a9fe:a9fe", "::7f00:1", "::ffff:0:169.254.169.254"],
    ...["64:ff9b::169.254.169.254", "64:ff9b::a9fe:a9fe", "64:ff9b:1::a9fe:a9fe", "64:ff9b:1:a9fe:a9:fe00::"],
    ...["2002:a9fe:a9fe::1", "2001:0:a9fe:a9fe::1", "2001::5601:5601"],
  ])("may not be at %s", (address) => expect(mayHaveEngine(address)).toBe(false));
});
